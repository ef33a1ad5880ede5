import { type Analyzer, type Block, defineEffect, type Format, type Processor } from "../effect.ts";
import { type Clipping, createClippingFinder } from "../restoration/declip/find-clipping.ts";
import {
  createClippingRepair,
  createClippingReplay,
} from "../restoration/declip/repair-clipping.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { type FrameRange, secondsOf, toSeconds, withoutRanges } from "../restoration/ranges.ts";
import { createSoundCache, type SoundCache } from "../restoration/sound-cache.ts";
import type { TimeRange } from "../parameters.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { createGain } from "../signal/gain.ts";

interface Values {
  readonly adaptive: boolean;
  readonly threshold: number;
  readonly fit: boolean;
  readonly keep: readonly TimeRange[];
}

interface Repaired {
  readonly clipping: Clipping;
  /** Clipped ranges that are repaired. */
  readonly ranges: readonly FrameRange[];
  readonly sampleRate: number;
  readonly cache: SoundCache | null;
  /** Factor by which rebuilt peaks fit below full scale. */
  readonly gain: number;
}

/** Peak in dBFS of a result that has to be lowered. */
const PEAK = -1;
/** Cache limit for the repaired sound: about 45 minutes of mono. */
const MAX_CACHE_BYTES = 2 ** 28;

/** Finds what is clipped; where something is, a second pass repairs it and measures the peak. */
function createAnalyzer(values: Values, format: Format, frames?: number): Analyzer<Repaired> {
  const { sampleRate, channels } = format;
  const threshold = values.adaptive ? null : decibelsToFactor(values.threshold);
  const finder = createClippingFinder(format, threshold);
  let clipping: Clipping | null = null;
  let ranges: readonly FrameRange[] = [];
  let repair: Processor | null = null;
  const cache = createSoundCache(channels, MAX_CACHE_BYTES, frames);
  let peak = 0;
  const add = (block: Block | null): void => {
    if (!block) return;
    cache.push(block);
    for (const samples of block)
      for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]!));
  };
  const endFinding = (): Clipping => (clipping ??= finder.finish());
  return {
    push(block) {
      if (repair) add(repair.process(block));
      else finder.push(block);
    },
    needsAnotherPass() {
      if (repair) return false;
      ranges = withoutRanges(endFinding().ranges, values.keep, sampleRate);
      if (ranges.length === 0) return false;
      repair = createClippingRepair(endFinding(), ranges, format);
      return true;
    },
    finish() {
      if (repair) add(repair.finish());
      const gain = values.fit && peak > 1 ? decibelsToFactor(PEAK) / peak : 1;
      return { clipping: endFinding(), ranges, sampleRate, cache: repair && cache, gain };
    },
  };
}

/** Rebuilds peaks that were cut off at the highest level of a recorder or converter. */
export default defineEffect({
  id: "declip",
  parameters: {
    /** Whether the clip level is found. */
    adaptive: { kind: "switch", default: true },
    /** Level from which samples are clipped, unless it is found. */
    threshold: { kind: "number", min: -24, max: 0, default: -1, unit: "dB", step: 0.1 },
    /** Whether the level is lowered where rebuilt peaks exceed full scale. */
    fit: { kind: "switch", default: true },
    /** Peaks in these ranges are not changed. */
    keep: { kind: "ranges", default: [] },
  },
  length: "same",
  cost: { analysis: 60, work: 2, varies: true },
  neutral: null,
  analyze: (values, format, _, frames) => createAnalyzer(values, format, frames),
  findings: ({ clipping, ranges, sampleRate, gain }) => ({
    ranges: clipping.ranges.map((one) => toSeconds(one, sampleRate)),
    figures: { clippedSeconds: secondsOf(ranges, sampleRate), gain: 20 * Math.log10(gain) },
    changes: ranges.length,
  }),
  create(_, format, { analysis }) {
    if (!analysis || analysis.ranges.length === 0)
      return { process: (block) => block, finish: () => null };
    const { clipping, ranges, gain, cache } = analysis;
    const reader = cache?.open();
    if (reader)
      return createClippingReplay(clipping, ranges, { take: (count) => reader.take(count), gain });
    return chainProcessors(
      [createClippingRepair(clipping, ranges, format), createGain(gain, format.channels)],
      format.channels,
    );
  },
});
