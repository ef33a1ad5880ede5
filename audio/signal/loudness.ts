import type { Block, Format } from "../effect.ts";
import type { Biquad } from "./biquad.ts";
import { framesOf } from "./blocks.ts";
import { type Cascade, createCascade } from "./cascade.ts";
import { factorToDecibels } from "./decibel.ts";
import { createEnergyFilter } from "./energy-filter.ts";
import { peakOf } from "./sample-kernel.ts";
import { createPeakScanner, PEAK_REACH, type PeakScanner } from "./true-peak.ts";

/** Levels of a whole signal; −Infinity for silence. */
export interface Loudness {
  /** LUFS, gated. */
  readonly integrated: number;
  /** LUFS like `integrated`, but without the absolute gate for quiet sound: see `levelOf`. */
  readonly level: number;
  /** Loudness range in LU (EBU Tech 3342). */
  readonly range: number;
  /** LUFS, loudest 400 ms. */
  readonly momentary: number;
  /** LUFS, loudest 3 s; the loudest range from the beginning if the signal is shorter. */
  readonly shortTerm: number;
  /** dBTP */
  readonly truePeak: number;
  /** dBFS */
  readonly samplePeak: number;
}

export interface LoudnessMeter {
  push(block: Block): void;
  /** LUFS of the latest full 400 ms and 3 s. */
  latest(): { readonly momentary: number; readonly shortTerm: number };
  /** Levels of the input so far. May be called at any time; more blocks may follow. */
  measure(): Loudness;
}

const ABSOLUTE_GATE = -70;
/** LUFS below which the absolute gate of BS.1770 would treat parts of the sound as silence. */
const QUIET_LUFS = -50;
/** LUFS of roughly 16-bit noise; steady sound below it is silence. */
const SILENCE_LUFS = -90;
/** LUFS below which sound with a varying level is silence; only 24-bit and float files reach it. */
const SILENCE_LUFS_VARYING = -120;
/** LU between quiet and loud parts above which the level counts as varying. */
const STEADY_RANGE_LU = 3;
/** 100 ms parts in a momentary and in a short-term block. */
const MOMENTARY = 4;
const SHORT_TERM = 30;

/**
 * EBU R 128: loudness of ITU-R BS.1770-4, range of EBU Tech 3342. Memory: eight bytes per 100 ms,
 * 0.3 MB an hour.
 * @param peaks whether peaks are measured too, which takes half of the time; otherwise they are NaN
 */
export function createLoudnessMeter(
  { sampleRate, channels }: Format,
  { peaks = true }: { readonly peaks?: boolean } = {},
): LoudnessMeter {
  const filter = createEnergyFilter(weightingFilter(sampleRate), channels);
  const energy = createEnergyMeter({ sampleRate, channels });
  const scanners = Array.from({ length: peaks ? channels : 0 }, () =>
    createPeakScanner(sampleRate),
  );
  let truePeak = peaks ? 0 : NaN;
  let samplePeak = truePeak;

  const addPeaks = (samples: Float32Array, scanner: PeakScanner): void => {
    samplePeak = Math.max(samplePeak, peakOf(samples));
    truePeak = Math.max(truePeak, samplePeak);
    addScanned(scanner.scan(samples, truePeak));
  };
  const addScanned = (found: Float32Array | null): void => {
    if (found) truePeak = Math.max(truePeak, peakOf(found));
  };

  return {
    push(block) {
      energy.addSquares(framesOf(block), (sums, range) => filter.add(block, sums, range));
      for (const [channel, scanner] of scanners.entries()) addPeaks(block[channel]!, scanner);
    },
    latest: () => ({
      momentary: energy.latest(MOMENTARY),
      shortTerm: energy.latest(SHORT_TERM),
    }),
    measure() {
      // The samples after the end are silence; only the peak scanners need them.
      if (energy.frames() > 0)
        for (const scanner of scanners)
          addScanned(scanner.peek(new Float32Array(PEAK_REACH), truePeak));
      const momentary = energy.blocks(MOMENTARY);
      const shortTerm = energy.blocks(SHORT_TERM);
      return {
        integrated: integrate(momentary),
        level: levelIn(momentary),
        range: measureRange(shortTerm),
        momentary: toLufs(largest(momentary)),
        shortTerm: toLufs(largest(shortTerm.length > 0 ? shortTerm : momentary)),
        truePeak: factorToDecibels(truePeak),
        samplePeak: factorToDecibels(samplePeak),
      };
    },
  };
}

/** K-weights blocks in place. */
export const createWeighting = ({ sampleRate, channels }: Format): Cascade =>
  createCascade(weightingFilter(sampleRate), channels);

/** First sample (inclusive), last sample (exclusive). */
type SampleRange = readonly [from: number, to: number];

/** Energies of consecutive 100 ms of K-weighted sound. */
export function createEnergyMeter({ sampleRate, channels }: Format) {
  const weights = channelWeights(channels);
  const parts = createList();
  /** Sums of squares of the part in progress, one per channel; reused for all blocks. */
  const sums = new Float64Array(weights.length);
  const weigh = (): number => sums.reduce((total, sum, i) => total + weights[i]! * sum, 0);
  let frames = 0;
  let nextEnd = Math.floor(sampleRate / 10);
  const blocks = (count: number): number[] => {
    const number = Math.max(0, parts.length() - count + 1);
    return Array.from({ length: number }, (_, i) => parts.mean(i, count));
  };
  /** @param squares adds the squares of a range of samples to the sum of each weighted channel */
  const addSquares = (
    length: number,
    squares: (sums: Float64Array, range: SampleRange) => void,
  ): void => {
    for (let at = 0; at < length;) {
      const end = at + Math.min(nextEnd - frames, length - at);
      squares(sums, [at, end]);
      frames += end - at;
      at = end;
      if (frames === nextEnd) {
        parts.add((weigh() * 10) / sampleRate);
        sums.fill(0);
        nextEnd = Math.floor(((parts.length() + 1) * sampleRate) / 10);
      }
    }
  };
  return {
    addSquares,
    /** @param reductions for each sample the part that a limiter removes; null for none */
    add(
      weighted: readonly (Float64Array | null)[],
      length: number,
      reductions: Float32Array | null = null,
    ): void {
      addSquares(length, (totals, [from, to]) => {
        for (const [channel, samples] of weighted.entries()) {
          if (!samples) continue;
          let squares = totals[channel]!;
          for (let i = from; i < to; i++) {
            const x = reductions ? samples[i]! * (1 - reductions[i]!) : samples[i]!;
            squares += x * x;
          }
          totals[channel] = squares;
        }
      });
    },
    frames: () => frames,
    latest: (count: number): number =>
      parts.length() < count ? -Infinity : toLufs(parts.mean(parts.length() - count, count)),
    /** Sliding means over `count` parts. */
    blocks(count: number): number[] {
      const found = blocks(count);
      if (found.length > 0 || count !== MOMENTARY || frames === 0) return found;
      // Shorter than one block: the mean of the available parts.
      const full = parts.mean(0, parts.length()) * parts.length() * (sampleRate / 10);
      return [(full + weigh()) / frames];
    },
  };
}
export type EnergyMeter = ReturnType<typeof createEnergyMeter>;

/**
 * LUFS, gated. The absolute gate for sound below `QUIET_LUFS` is lowered to where it would be if
 * the sound were louder; −Infinity below `SILENCE_LUFS`, or below `SILENCE_LUFS_VARYING` if the
 * level varies as in speech and music.
 */
export const levelOf = (energy: EnergyMeter): number => levelIn(energy.blocks(MOMENTARY));

const toLufs = (energy: number): number => -0.691 + 10 * Math.log10(energy);
const largest = (energies: readonly number[]): number =>
  energies.reduce((max, energy) => Math.max(max, energy), 0);
const meanOf = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

/** Energies that pass the absolute gate and the gate relative to their mean. */
function gate(energies: readonly number[], below: number, absolute = ABSOLUTE_GATE): number[] {
  const audible = energies.filter((energy) => toLufs(energy) > absolute);
  if (audible.length === 0) return audible;
  const threshold = toLufs(meanOf(audible)) - below;
  return audible.filter((energy) => toLufs(energy) > threshold);
}

function integrate(energies: readonly number[], absolute = ABSOLUTE_GATE): number {
  const loud = gate(energies, 10, absolute);
  return loud.length > 0 ? toLufs(meanOf(loud)) : -Infinity;
}

function levelIn(energies: readonly number[]): number {
  const integrated = integrate(energies);
  if (integrated >= QUIET_LUFS) return integrated;
  const quietest = isSteady(energies) ? SILENCE_LUFS : SILENCE_LUFS_VARYING;
  const level = integrate(energies, quietest - 10);
  return level >= quietest ? level : -Infinity;
}

/** Whether the audible part has a nearly constant level, like dither and converter noise. */
function isSteady(energies: readonly number[]): boolean {
  const sorted = energies
    .filter((energy) => toLufs(energy) > SILENCE_LUFS_VARYING - 10)
    .sort((a, b) => a - b);
  if (sorted.length === 0) return true;
  const at = (share: number): number => toLufs(sorted[Math.round(share * (sorted.length - 1))]!);
  return at(0.95) - at(0.1) < STEADY_RANGE_LU;
}

function measureRange(energies: readonly number[]): number {
  const loud = gate(energies, 20).sort((a, b) => a - b);
  if (loud.length === 0) return 0;
  const at = (share: number): number => toLufs(loud[Math.round(share * (loud.length - 1))]!);
  return at(0.95) - at(0.1);
}

/** Channel weights of BS.1770-4 in the common channel order; the LFE channel does not count. */
export function channelWeights(channels: number): readonly number[] {
  const side = 1.41;
  const layouts: Readonly<Record<number, readonly number[]>> = {
    4: [1, 1, side, side],
    5: [1, 1, 1, side, side],
    6: [1, 1, 1, 0, side, side],
    7: [1, 1, 1, 0, 1, side, side],
    8: [1, 1, 1, 0, 1, 1, side, side],
  };
  return layouts[channels] ?? Array.from({ length: channels }, () => 1);
}

/**
 * K weighting for any sample rate: the analog filters behind the coefficients of BS.1770 (B. De
 * Man, "Evaluation of implementations of the EBU R128 loudness measurement", 2014).
 */
function weightingFilter(sampleRate: number): readonly [Biquad, Biquad] {
  const head = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const headQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const headScale = 1 + head / headQ + head * head;
  const low = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const lowQ = 0.5003270373238773;
  const lowScale = 1 + low / lowQ + low * low;
  return [
    {
      b0: (high + (band * head) / headQ + head * head) / headScale,
      b1: (2 * (head * head - high)) / headScale,
      b2: (high - (band * head) / headQ + head * head) / headScale,
      a1: (2 * (head * head - 1)) / headScale,
      a2: (1 - head / headQ + head * head) / headScale,
    },
    {
      b0: 1,
      b1: -2,
      b2: 1,
      a1: (2 * (low * low - 1)) / lowScale,
      a2: (1 - low / lowQ + low * low) / lowScale,
    },
  ];
}

/** An append-only array of numbers. */
interface GrowingList {
  add(value: number): void;
  length(): number;
  mean(start: number, count: number): number;
}

function createList(): GrowingList {
  let values = new Float64Array(1024);
  let length = 0;
  return {
    add(value) {
      if (length === values.length) {
        const larger = new Float64Array(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    length: () => length,
    mean(start, count) {
      let total = 0;
      for (let i = start; i < start + count; i++) total += values[i]!;
      return count > 0 ? total / count : 0;
    },
  };
}
