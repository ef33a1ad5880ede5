import type { Block } from "../effect.ts";
import type { Biquad } from "./biquad.ts";
import { dropTiny, ENERGY, filterPair, setPairs } from "./filter-kernel.ts";

/** Two stages one behind the other for each channel, of whose output only the energy is wanted. */
export interface EnergyFilter {
  /**
   * Adds to the sum of each channel the squares of what comes out for the samples from one place to
   * before another, 32,768 at most.
   */
  add(block: Block, sums: Float64Array, place: readonly [from: number, to: number]): void;
}

/** As `createFilter`, two channels at once, which leaves the samples as they are. */
export function createEnergyFilter(
  stages: readonly [Biquad, Biquad],
  channels: number,
): EnergyFilter {
  const pairs = Array.from({ length: Math.ceil(channels / 2) }, () => {
    const values = new Float64Array(2 * ENERGY.values);
    for (const [i, { b0, b1, b2, a1, a2 }] of stages.entries())
      setPairs(values, ENERGY.factors[i]!, [b0, b1, b2, a1, a2]);
    return values;
  });
  return {
    add(block, sums, [from, to]) {
      for (const [pair, values] of pairs.entries()) {
        const first = 2 * pair;
        // The last of an odd number is its own partner.
        const second = Math.min(first + 1, channels - 1);
        const sum = 2 * ENERGY.sum;
        values[sum] = sums[first]!;
        values[sum + 1] = sums[second]!;
        filterPair("energy", values, [
          block[first]!.subarray(from, to),
          block[second]!.subarray(from, to),
        ]);
        dropTiny(values, ENERGY.states, ENERGY.sum);
        sums[first] = values[sum]!;
        sums[second] = values[second === first ? sum : sum + 1]!;
      }
    },
  };
}
