import { createDrift } from "../kit/drift.ts";
import { createFixedFilter, createPinkNoise } from "../kit/filters.ts";
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

/** The groove of a record without music: dust, hiss and motor rumble. Character: clean to worn. */
export const createVinyl: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(32, sampleRate);
  const bursts = createNoiseBursts(16, random, sampleRate);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    hiss: createFixedFilter("low", { frequency: 6800, q: 0.5 }, sampleRate),
    body: createFixedFilter("high", { frequency: 300, q: 0.5 }, sampleRate),
    rumble: createFixedFilter("band", { frequency: 42, q: 0.8 }, sampleRate),
    drift: createDrift(random, [0.8, 2.6]),
  }));
  /** Dust moves the needle vertically or sideways, so it is never centered alone. */
  const speck = (at: number, size: number): void => {
    const pan = 0.8 * random.noise();
    rings.add({
      frequency: random.between(1300, 3600),
      decay: random.between(0.000_25, 0.0008),
      level: 0.04 + 0.5 * size,
      pan,
      at,
    });
    if (size > 0.3)
      bursts.add({
        frequency: random.between(450, 1100),
        q: 0.8,
        level: 0.5 * size,
        attack: 0.0005,
        decay: random.between(0.002, 0.005),
        pan,
        at,
      });
  };
  const groove = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      yield random.wait(1 / interpolateRatio(3.5, 26, controls.character));
      // Log-normal sizes: most are dust, few are scratches.
      const size = Math.min(
        1,
        0.06 * Math.exp(0.9 * (random.noise() + random.noise() + random.noise())),
      );
      speck(at(), size);
      while (random.bernoulli(0.25)) {
        yield random.wait(0.012);
        speck(at(), size * random.next());
      }
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      groove.run(QUANTUM);
      const hiss = interpolate(0.018, 0.05, now.character);
      for (const [side, samples] of [left, right].entries()) {
        const one = sides[side]!;
        const loud = hiss * (1 + 0.12 * one.drift(QUANTUM / sampleRate));
        for (let i = 0; i < QUANTUM; i++) {
          const noise = one.pink();
          samples[i] = loud * one.body(one.hiss(noise)) + 0.14 * one.rumble(noise);
        }
      }
      rings.mix(left, right);
      bursts.mix(left, right);
    },
  };
};
