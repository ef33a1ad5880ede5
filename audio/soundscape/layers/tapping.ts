import { createPlayer } from "../kit/event-schedule.ts";
import { createNoiseBursts } from "../kit/noise-bursts.ts";
import { createResonatorBank } from "../kit/resonators.ts";
import {
  type LayerControls,
  type CreateLayer,
  interpolate,
  interpolateRatio,
  QUANTUM,
} from "../kit/layer.ts";

/** Modes of a hollow box relative to the lowest; plates have similarly irregular modes. */
const MODES = [1, 1.58, 2.24, 2.92, 3.6, 4.71, 6.15, 8.4] as const;

/**
 * Fingers on a box: a tap excites those modes that move at its position, and the higher ones the
 * less the softer the finger is. Character: fingertip on wood to nail on glass.
 */
export const createTapping: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(72, sampleRate);
  const bursts = createNoiseBursts(12, random, sampleRate);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const base = random.between(0.9, 1.12);
  const tap = (at: number, pan: number, force: number): void => {
    const { character } = controls;
    const lowest = interpolateRatio(150, 520, character) * base;
    const contact = interpolateRatio(0.0011, 0.000_28, character) * random.between(0.85, 1.2);
    const position = random.between(0.15, 0.5);
    for (const [index, ratio] of MODES.entries()) {
      const frequency = lowest * ratio * random.between(0.985, 1.015);
      const soft = Math.exp(-((frequency * contact) ** 2) * 3);
      const swing = Math.abs(Math.sin(Math.PI * (index + 1) * position));
      const decay = interpolateRatio(0.03, 0.042, character) / (1 + 0.35 * index);
      rings.add({
        frequency,
        decay,
        level: (0.34 * force * soft * swing) / (1 + 0.3 * index),
        pan,
        at,
      });
    }
    const frequency = interpolateRatio(900, 3800, character) * random.between(0.8, 1.25);
    bursts.add({
      frequency,
      q: 0.7,
      level: interpolate(0.3, 0.2, character) * force,
      attack: contact,
      decay: interpolate(0.005, 0.002, character),
      pan,
      at,
    });
  };
  const hands = createPlayer(function* (at): Generator<number, never> {
    let side = random.bernoulli(0.5) ? 1 : -1;
    for (;;) {
      const kind = random.next();
      const spread = random.between(0.2, 0.7);
      if (kind < 0.5) {
        // The fingers of a hand in sequence, several times.
        const rolls = 1 + Math.floor(3 * random.next());
        const pace = random.between(0.085, 0.14);
        for (let roll = 0; roll < rolls; roll++) {
          const fingers = 3 + Math.floor(2 * random.next());
          for (let finger = 0; finger < fingers; finger++) {
            tap(at(), side * spread + 0.07 * finger, random.between(0.45, 0.85) + 0.04 * finger);
            yield pace * random.between(0.82, 1.22);
          }
          yield random.between(0.1, 0.35);
        }
      } else {
        const taps = 2 + Math.floor(5 * random.next());
        const pace = random.between(0.26, 0.52);
        for (let i = 0; i < taps; i++) {
          tap(at(), side * spread + 0.1 * random.noise(), random.between(0.5, 1));
          yield pace * random.between(0.85, 1.18);
        }
      }
      if (random.bernoulli(0.6)) side = -side;
      yield random.between(0.35, 1.3);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      hands.run(QUANTUM);
      rings.mix(left, right);
      bursts.mix(left, right);
    },
  };
};
