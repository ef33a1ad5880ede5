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

/**
 * A wood fire after A. Farnell ("Designing Sound", 2010, ch. 34): crackling wood, hissing steam and
 * lapping flames. Cracks come in groups, because one loosens the next. Character: embers to blaze.
 */
export const createFire: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(32, sampleRate);
  const bursts = createNoiseBursts(40, random, sampleRate);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    roar: createFixedFilter("low", { frequency: 170, q: 0.6 }, sampleRate),
    rumble: createFixedFilter("high", { frequency: 38 }, sampleRate),
    lap: createFixedFilter("band", { frequency: 340, q: 0.7 }, sampleRate),
    hiss: createFixedFilter("band", { frequency: 4300, q: 0.5 }, sampleRate),
    breath: createDrift(random, [0.25, 1.1]),
    flutter: createDrift(random, [0.05, 0.22]),
    steam: createDrift(random, [0.3, 1.8]),
    last: { roar: 0, lap: 0, hiss: 0 },
  }));
  const crack = (at: number, pan: number, size: number): void => {
    bursts.add({
      frequency: interpolateRatio(4800, 1100, size) * random.between(0.7, 1.4),
      q: random.between(0.7, 2),
      level: 0.05 + 0.75 * size,
      attack: 0.000_35,
      decay: interpolateRatio(0.0009, 0.005, size),
      pan,
      at,
    });
    // Larger cracks excite the log.
    if (size > 0.25)
      rings.add({
        frequency: random.between(280, 900),
        decay: random.between(0.006, 0.018),
        level: 0.3 * size,
        pan,
        at,
      });
  };
  const wood = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      yield random.wait(1 / interpolateRatio(2.2, 9, controls.character));
      const pan = 0.7 * random.noise();
      const size = random.next() ** 4;
      crack(at(), pan, size);
      while (random.bernoulli(0.62)) {
        yield random.wait(interpolate(0.035, 0.018, size));
        crack(at(), pan + 0.1 * random.noise(), size * random.next() ** 2);
      }
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      wood.run(QUANTUM);
      const seconds = QUANTUM / sampleRate;
      const size = interpolate(0.35, 1.15, now.character);
      for (const [side, samples] of [left, right].entries()) {
        const one = sides[side]!;
        const { pink, roar, rumble, lap, hiss, last } = one;
        const next = {
          roar: 0.5 * size * (0.85 + 0.35 * one.breath(seconds)),
          lap: 0.3 * size * (0.5 + 0.5 * one.flutter(seconds)) ** 2,
          hiss: 0.05 * (0.5 + 0.5 * one.steam(seconds)) ** 4,
        };
        for (let i = 0; i < QUANTUM; i++) {
          const part = i / QUANTUM;
          const noise = pink();
          samples[i] =
            (last.roar + (next.roar - last.roar) * part) * rumble(roar(noise)) +
            (last.lap + (next.lap - last.lap) * part) * lap(noise) +
            (last.hiss + (next.hiss - last.hiss) * part) * hiss(random.noise());
        }
        one.last = next;
      }
      rings.mix(left, right);
      bursts.mix(left, right);
    },
  };
};
