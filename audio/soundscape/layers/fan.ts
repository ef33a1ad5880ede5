import { createDrift } from "../kit/drift.ts";
import { createFixed, createPink, createTuned } from "../kit/filters.ts";
import { type CreateLayer, mixed, mixedRatio, QUANTUM } from "../kit/layer.ts";

const BLADES = 5;
/** Loudness of the harmonics of the blades' tone. */
const HARMONICS = [1, 0.42, 0.2, 0.09] as const;

/**
 * A fan: air that its blades cut, faintly at their rate and its multiples, and no two blades quite
 * the same. Its speed is never quite steady. Character: slow to fast.
 */
export const createFan: CreateLayer = ({ sampleRate, random }) => {
  const speedDrift = createDrift(random, [3, 10]);
  const blades = Array.from({ length: BLADES }, () => random.between(0.82, 1));
  let turn = random.next();
  const sides = [0, 1].map(() => ({
    pink: createPink(random),
    air: createTuned("low", sampleRate),
    floor: createFixed("high", { frequency: 70 }, sampleRate),
    edge: createTuned("band", sampleRate),
    drift: createDrift(random, [0.4, 2]),
  }));
  return {
    fill(left, right, { character }) {
      const seconds = QUANTUM / sampleRate;
      const rate = mixedRatio(11, 24, character) * (1 + 0.006 * speedDrift(seconds));
      const step = rate / sampleRate;
      const first = turn;
      for (const [side, samples] of [left, right].entries()) {
        const { pink, air, floor, edge, drift } = sides[side]!;
        const loud = mixed(0.4, 0.75, character) * (1 + 0.07 * drift(seconds));
        air.tune(mixedRatio(420, 1300, character), 0.5);
        edge.tune(mixedRatio(700, 1500, character), 0.7);
        turn = first;
        for (let i = 0; i < QUANTUM; i++) {
          turn = (turn + step) % 1;
          const place = turn * BLADES;
          const blade = Math.floor(place);
          const phase = 2 * Math.PI * (place - blade + 0.18 * side);
          const cut = 0.5 - 0.5 * Math.cos(phase);
          const noise = pink();
          const moved = loud * (0.86 + 0.14 * cut * blades[blade]!);
          let tone = 0;
          for (let n = 0; n < HARMONICS.length; n++)
            tone += HARMONICS[n]! * Math.sin((n + 1) * phase + n);
          samples[i] =
            moved * (floor(air.run(noise)) + 0.22 * edge.run(noise)) + 0.011 * loud * tone;
        }
      }
    },
  };
};
