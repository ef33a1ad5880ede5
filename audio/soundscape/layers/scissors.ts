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

/** Modes of two slightly different blades in Hz, like those of a bar. */
const BLADES = [2150, 3380, 4720, 5310, 6980, 8420] as const;

/**
 * Scissors near the ear: blades slide open, close on hair strand by strand, and meet with a small
 * ring. They move around the head between snips. Character: mellow to crisp.
 */
export const createScissors: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(40, sampleRate);
  const bursts = createNoiseBursts(48, random, sampleRate);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  let pan = random.noise();
  const scrape = (at: number, part: number, level: number): void =>
    bursts.add({
      frequency:
        interpolateRatio(2300, 4100, controls.character) *
        (0.8 + 0.5 * part) *
        random.between(0.9, 1.1),
      q: 1.3,
      level: level * random.between(0.5, 1),
      attack: 0.002,
      decay: 0.006,
      pan: pan + 0.06 * random.noise(),
      at,
    });
  const meet = (at: number, force: number): void => {
    const { character } = controls;
    const tune = random.between(0.98, 1.02);
    for (const [index, frequency] of BLADES.entries())
      rings.add({
        frequency:
          frequency * tune * random.between(0.997, 1.003) * interpolate(0.72, 1, character),
        decay: interpolate(0.012, 0.03, character) / (1 + 0.3 * index),
        level:
          (force * interpolate(0.07, 0.1, character) * random.between(0.5, 1)) / (1 + 0.55 * index),
        pan,
        at,
      });
    rings.add({ frequency: 390 * tune, decay: 0.008, level: 0.09 * force, pan, at });
    bursts.add({
      frequency: 3100,
      q: 0.7,
      level: 0.16 * force,
      attack: 0.0008,
      decay: 0.003,
      pan,
      at,
    });
  };
  const barber = createPlayer(function* (at): Generator<number, never> {
    yield random.between(0.1, 0.8);
    for (;;) {
      const snips = 3 + Math.floor(6 * random.next());
      const pace = random.between(0.36, 0.62);
      for (let snip = 0; snip < snips; snip++) {
        pan = Math.min(1, Math.max(-1, pan + 0.3 * random.noise()));
        const open = random.between(0.08, 0.14);
        for (let elapsed = 0; elapsed < open;) {
          scrape(at(), 0.3 - elapsed, 0.045);
          const wait = random.between(0.003, 0.006);
          elapsed += wait;
          yield wait;
        }
        yield random.between(0.02, 0.06);
        const close = random.between(0.09, 0.15);
        for (let elapsed = 0; elapsed < close;) {
          const part = elapsed / close;
          scrape(at(), part, 0.05 + 0.1 * part);
          // A strand is cut.
          if (random.bernoulli(0.35))
            bursts.add({
              frequency: random.between(1800, 5200),
              q: 1,
              level: 0.3 * random.next() ** 2,
              attack: 0.0004,
              decay: random.between(0.001, 0.003),
              pan: pan + 0.1 * random.noise(),
              at: at(),
            });
          const wait = random.between(0.002, 0.005);
          elapsed += wait;
          yield wait;
        }
        meet(at(), random.between(0.6, 1));
        yield Math.max(0.03, pace * random.between(0.85, 1.2) - open - close);
      }
      pan = random.noise();
      yield random.between(0.9, 2.8);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      barber.run(QUANTUM);
      rings.mix(left, right);
      bursts.mix(left, right);
    },
  };
};
