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

/** Number of keys with distinct sounds. */
const KEYS = 30;

/**
 * Typing: each key has a position and a resonance, and sounds when it is pressed, bottoms out and
 * returns. The rhythm has words, pauses, the space bar and corrections. Character: quiet rubber
 * domes to mechanical switches.
 */
export const createKeyboard: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(56, sampleRate);
  const bursts = createNoiseBursts(16, random, sampleRate);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const keys = Array.from({ length: KEYS }, (_, index) => ({
    pan: 0.55 * (((index % 10) - 4.5) / 4.5),
    body: random.between(0.84, 1.2),
  }));
  const space = { pan: 0, body: 0.56 };
  type Key = typeof space;
  /** A key hits the plate, or its upper stop. */
  const strike = (at: number, { pan, body }: Key, force: number, isDown: boolean): void => {
    const { character } = controls;
    const size = body * (isDown ? 1 : 1.35);
    const modes = [
      [215, 0.011, 0.3],
      [640, 0.007, 0.2],
      [1480, 0.0045, interpolate(0.05, 0.15, character)],
      [2950, 0.0032, interpolate(0.01, 0.1, character)],
    ] as const;
    for (const [frequency, decay, level] of modes)
      rings.add({
        frequency: frequency * size * random.between(0.97, 1.03),
        decay: decay * random.between(0.8, 1.2),
        level: force * level,
        pan,
        at,
      });
    bursts.add({
      frequency: interpolateRatio(1100, 2700, character) * size,
      q: 0.7,
      level: 0.24 * force,
      attack: 0.0009,
      decay: interpolate(0.007, 0.0035, character),
      pan,
      at,
    });
  };
  const press = function* (at: () => number, key: Key, pace: number): Generator<number, void> {
    const force = random.between(0.55, 1);
    const { character } = controls;
    // The leaf spring clicks before the key bottoms out.
    if (character > 0.5)
      rings.add({
        frequency: 3700 * key.body ** 0.3,
        decay: 0.0018,
        level: 0.2 * (character - 0.5) * force,
        pan: key.pan,
        at: at(),
      });
    const travel = random.between(0.008, 0.018);
    yield travel;
    strike(at(), key, 0.8 * force, true);
    const held = random.between(0.055, 0.1);
    yield held;
    strike(at(), key, 0.3 * force * random.between(0.6, 1.1), false);
    yield Math.max(0.004, pace - travel - held);
  };
  const typist = createPlayer(function* (at): Generator<number, never> {
    yield random.between(0.1, 0.5);
    for (;;) {
      const words = 2 + Math.floor(9 * random.next());
      const pace = random.between(0.12, 0.19);
      for (let word = 0; word < words; word++) {
        const letters = 2 + Math.floor(3 * random.next() + 5 * random.next() ** 2);
        for (let letter = 0; letter < letters; letter++) {
          // Intervals are distributed like those of typists: few are long.
          const wait = pace * Math.exp(0.26 * (random.noise() + random.noise()));
          yield* press(at, random.pick(keys), wait);
        }
        if (random.bernoulli(0.07))
          for (let back = 0; back < 2 + 2 * random.next(); back++) yield* press(at, keys[9]!, 0.13);
        yield* press(at, space, pace * random.between(0.9, 1.6));
        if (random.bernoulli(0.12)) yield random.between(0.2, 0.7);
      }
      yield random.between(0.7, 2.9);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      typist.run(QUANTUM);
      rings.mix(left, right);
      bursts.mix(left, right);
    },
  };
};
