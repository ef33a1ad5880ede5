import { createPlayer } from "../kit/score.ts";
import { createPuffs } from "../kit/puffs.ts";
import { createRings } from "../kit/rings.ts";
import { type Colour, type CreateLayer, mixed, mixedRatio, QUANTUM } from "../kit/layer.ts";

/** Modes of a hollow box, as ratios to its lowest; a plate's lie as irregularly. */
const MODES = [1, 1.58, 2.24, 2.92, 3.6, 4.71, 6.15, 8.4] as const;

/**
 * Fingers on a box: each tap strikes its modes, those the more that are not at rest where it is
 * struck, and the high ones the less the softer the finger is. Character: fingertip on wood to nail
 * on glass.
 */
export const createTapping: CreateLayer = ({ sampleRate, random }) => {
  const rings = createRings(72, sampleRate);
  const puffs = createPuffs(12, random, sampleRate);
  let colour: Colour = { character: 0.5, surface: "leaves" };
  const base = random.between(0.9, 1.12);
  const tap = (at: number, pan: number, force: number): void => {
    const { character } = colour;
    const lowest = mixedRatio(150, 520, character) * base;
    const contact = mixedRatio(0.0011, 0.000_28, character) * random.between(0.85, 1.2);
    const place = random.between(0.15, 0.5);
    for (const [index, ratio] of MODES.entries()) {
      const frequency = lowest * ratio * random.between(0.985, 1.015);
      const soft = Math.exp(-((frequency * contact) ** 2) * 3);
      const swing = Math.abs(Math.sin(Math.PI * (index + 1) * place));
      const decay = mixedRatio(0.03, 0.042, character) / (1 + 0.35 * index);
      rings.add({
        frequency,
        decay,
        level: (0.34 * force * soft * swing) / (1 + 0.3 * index),
        pan,
        at,
      });
    }
    const frequency = mixedRatio(900, 3800, character) * random.between(0.8, 1.25);
    puffs.add({
      frequency,
      q: 0.7,
      level: mixed(0.3, 0.2, character) * force,
      attack: contact,
      decay: mixed(0.005, 0.002, character),
      pan,
      at,
    });
  };
  const hands = createPlayer(function* (at): Generator<number, never> {
    let side = random.chance(0.5) ? 1 : -1;
    for (;;) {
      const kind = random.next();
      const spread = random.between(0.2, 0.7);
      if (kind < 0.5) {
        // The fingers of a hand, one after the other, some times over.
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
      if (random.chance(0.6)) side = -side;
      yield random.between(0.35, 1.3);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      colour = now;
      hands.run(QUANTUM);
      rings.mix(left, right);
      puffs.mix(left, right);
    },
  };
};
