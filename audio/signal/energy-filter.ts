import type { Block } from "../effect.ts";
import type { Biquad } from "./biquad.ts";
import { flushTinyToZero, ENERGY, filterPair, setPairs } from "./filter-kernel.ts";

/** Two biquads in series for each channel; only the energy of their output is computed. */
export interface EnergyFilter {
  /**
   * Adds the squared output of the samples in `range`, at most 32,768, to the sum of each channel.
   */
  add(block: Block, sums: Float64Array, range: readonly [from: number, to: number]): void;
}

/** Like `createFilter`, but for two channels at once, and the samples are not modified. */
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
        // With an odd number of channels, the last one is paired with itself.
        const second = Math.min(first + 1, channels - 1);
        const sum = 2 * ENERGY.sum;
        values[sum] = sums[first]!;
        values[sum + 1] = sums[second]!;
        filterPair("energy", values, [
          block[first]!.subarray(from, to),
          block[second]!.subarray(from, to),
        ]);
        flushTinyToZero(values, ENERGY.states, ENERGY.sum);
        sums[first] = values[sum]!;
        sums[second] = values[second === first ? sum : sum + 1]!;
      }
    },
  };
}
