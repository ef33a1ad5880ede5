import { createDrift } from "../kit/drift.ts";
import { createFixedFilter, createPinkNoise, createTunableFilter } from "../kit/filters.ts";
import { type CreateLayer, interpolate, interpolateRatio, QUANTUM } from "../kit/layer.ts";

const BLADES = 5;
/** Amplitudes of the harmonics of the blade-pass tone. */
const HARMONICS = [1, 0.42, 0.2, 0.09] as const;

/**
 * A fan: turbulent air with a faint blade-pass tone and its harmonics; blades differ slightly, and
 * the speed is never quite steady. Character: slow to fast.
 */
export const createFan: CreateLayer = ({ sampleRate, random }) => {
  const speedDrift = createDrift(random, [3, 10]);
  const blades = Array.from({ length: BLADES }, () => random.between(0.82, 1));
  let turn = random.next();
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    air: createTunableFilter("low", sampleRate),
    floor: createFixedFilter("high", { frequency: 70 }, sampleRate),
    edge: createTunableFilter("band", sampleRate),
    drift: createDrift(random, [0.4, 2]),
  }));
  return {
    fill(left, right, { character }) {
      const seconds = QUANTUM / sampleRate;
      const rate = interpolateRatio(11, 24, character) * (1 + 0.006 * speedDrift(seconds));
      const step = rate / sampleRate;
      const first = turn;
      for (const [side, samples] of [left, right].entries()) {
        const { pink, air, floor, edge, drift } = sides[side]!;
        const loud = interpolate(0.4, 0.75, character) * (1 + 0.07 * drift(seconds));
        air.tune(interpolateRatio(420, 1300, character), 0.5);
        edge.tune(interpolateRatio(700, 1500, character), 0.7);
        turn = first;
        for (let i = 0; i < QUANTUM; i++) {
          turn = (turn + step) % 1;
          const bladePhase = turn * BLADES;
          const blade = Math.floor(bladePhase);
          const phase = 2 * Math.PI * (bladePhase - blade + 0.18 * side);
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
