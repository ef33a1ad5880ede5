import type { Block, Format } from "../../effect.ts";
import { createGrowingArray } from "../../restoration/growing-array.ts";
import { framesOf } from "../../signal/blocks.ts";
import { decibelsToFactor, factorToDecibels } from "../../signal/decibel.ts";
import { CURVE_RATE, type LevelCurve } from "../../media/writers/local-gain.ts";
import { createPeakScanner, PEAK_REACH } from "../../signal/true-peak.ts";

/** Finds where the true peaks of a sound exceed a ceiling. @param ceiling dBTP */
export function createOvershootMeter({ sampleRate, channels }: Format, ceiling: number) {
  const threshold = decibelsToFactor(ceiling);
  const scanners = Array.from({ length: channels }, () => createPeakScanner(sampleRate));
  const highest = createGrowingArray(0);
  let frames = 0;
  const add = (peaks: Float32Array | null): void => {
    if (!peaks) return;
    for (const [at, peak] of peaks.entries()) {
      if (!(peak > threshold)) continue;
      const frame = Math.max(0, frames + at - PEAK_REACH);
      const range = Math.floor((frame * CURVE_RATE) / sampleRate);
      const values = highest.values(range);
      if (peak > values[range]!) values[range] = peak;
    }
  };
  return {
    push(block: Block): void {
      for (const [channel, samples] of block.entries())
        add(scanners[channel]!.scan(samples, threshold));
      frames += framesOf(block);
    },
    /** @returns dB above the ceiling */
    finish(): LevelCurve {
      for (const scanner of scanners) add(scanner.peek(new Float32Array(PEAK_REACH), threshold));
      const count = Math.ceil((frames * CURVE_RATE) / sampleRate);
      return highest
        .values(count)
        .slice(0, count)
        .map((peak) => (peak > threshold ? factorToDecibels(peak / threshold) : 0));
    },
  };
}
