import { createFixedFilter, createSmoother, createTunableFilter } from "../kit/filters.ts";
import { createPlayer } from "../kit/event-schedule.ts";
import { createNoiseBursts } from "../kit/noise-bursts.ts";
import { panGains } from "../kit/resonators.ts";
import {
  type LayerControls,
  type CreateLayer,
  interpolate,
  interpolateRatio,
  QUANTUM,
} from "../kit/layer.ts";

/**
 * Pages being turned: a finger slides under a page, it buckles with small cracks and moves air,
 * falls and is smoothed. Character: thin paper to heavy paper.
 */
export const createPage: CreateLayer = ({ sampleRate, random }) => {
  const bursts = createNoiseBursts(40, random, sampleRate);
  const sides = [0, 1].map(() => createTunableFilter("band", sampleRate));
  const soften = [0, 1].map(() =>
    createFixedFilter("low", { frequency: 6500, q: 0.5 }, sampleRate),
  );
  const smooth = createSmoother(0.03, sampleRate / QUANTUM);
  const move = createSmoother(0.08, sampleRate / QUANTUM);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  let air = 0;
  let position = 0.6;
  let before = 0;
  const crack = (at: number, level: number, length: number): void => {
    const { character } = controls;
    bursts.add({
      frequency: interpolateRatio(4200, 1900, character) * random.between(0.5, 1.5),
      q: random.between(0.7, 1.6),
      level: level * (0.12 + random.next() ** 3),
      attack: 0.0005,
      decay: length * random.between(0.5, 1.6),
      pan: position + 0.25 * random.noise(),
      at,
    });
  };
  const reader = createPlayer(function* (at): Generator<number, never> {
    yield random.between(0.3, 1.2);
    for (;;) {
      const weight = interpolate(0.75, 1.25, controls.character);
      position = random.between(0.45, 0.8);
      // The finger finds the edge.
      let left = random.between(0.15, 0.45) * weight;
      air = 0.1;
      while (left > 0) {
        crack(at(), 0.1, 0.002);
        const wait = random.wait(0.022);
        left -= wait;
        yield wait;
      }
      const length = random.between(0.32, 0.6) * weight;
      left = length;
      while (left > 0) {
        const part = 1 - left / length;
        air = 0.5 * Math.sin(Math.PI * Math.min(1, part)) ** 1.5 + 0.05;
        position = 0.65 - 1.3 * part;
        crack(at(), 0.75 * Math.sin(Math.PI * (0.15 + 0.75 * part)), 0.004);
        const wait = random.wait(0.007 * weight);
        left -= wait;
        yield wait;
      }
      // The page lands on the others.
      air = 0.12;
      const pan = -0.4;
      bursts.add({
        frequency: 210,
        q: 0.8,
        level: 0.5 * weight,
        attack: 0.006,
        decay: 0.035,
        pan,
        at: at(),
      });
      crack(at(), 0.5, 0.006);
      yield 0.06;
      if (random.bernoulli(0.55)) {
        air = random.between(0.1, 0.18);
        yield random.between(0.15, 0.4);
      }
      air = 0;
      yield random.between(1.6, 5.2);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      reader.run(QUANTUM);
      const loud = smooth(air);
      const [toLeft, toRight] = panGains(0.8 * move(position));
      const center = interpolateRatio(2300, 1100, now.character) * (0.7 + 0.8 * loud);
      for (const [side, samples] of [left, right].entries()) {
        const filter = sides[side]!;
        const lower = soften[side]!;
        filter.tune(center, 0.55);
        const factor = 0.32 * (side === 0 ? toLeft : toRight);
        for (let i = 0; i < QUANTUM; i++) {
          const now = before + ((loud - before) * i) / QUANTUM;
          samples[i] = lower(factor * now * filter.run(random.noise()));
        }
      }
      before = loud;
      bursts.mix(left, right);
    },
  };
};
