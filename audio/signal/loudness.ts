import type { Block, Format } from "../effect.ts";
import type { Biquad } from "./biquad.ts";
import { framesOf } from "./blocks.ts";
import { type Cascade, createCascade } from "./cascade.ts";
import { factorToDecibels } from "./decibel.ts";
import { createEnergyFilter } from "./energy-filter.ts";
import { peakOf } from "./sample-kernel.ts";
import { createPeakScanner, PEAK_REACH } from "./true-peak.ts";

/** Levels of a whole signal; −Infinity where there is only silence. */
export interface Loudness {
  /** LUFS, gated. */
  readonly integrated: number;
  /** LUFS as `integrated`, but of quiet sound without its absolute gate: see `levelOf`. */
  readonly level: number;
  /** LU: how much loudness varies (EBU Tech 3342). */
  readonly range: number;
  /** LUFS, loudest 400 ms. */
  readonly momentary: number;
  /** LUFS, loudest 3 s; loudest range from the beginning where the signal is shorter. */
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
  /** Of all that was pushed. It may be asked at any time, and more pushed after it. */
  measure(): Loudness;
}

const ABSOLUTE_GATE = -70;
/** LUFS below which the absolute gate takes parts of the sound for silence. */
const QUIET = -50;
/** LUFS below which there is hardly more than the noise of 16 bits. */
const QUIETEST = -90;
/** The same of sound whose level varies, as only files of 24 bits and floats hold it. */
const FAINTEST = -120;
/** LU between the quiet and the loud parts of a sound from which on its level varies. */
const STEADY = 3;
/** Parts of 100 ms in a momentary and in a short-term block. */
const MOMENTARY = 4;
const SHORT_TERM = 30;

/**
 * EBU R 128: loudness of ITU-R BS.1770-4, range of EBU Tech 3342. Holds eight bytes for each 100 ms,
 * 0.3 MB an hour.
 */
export function createLoudnessMeter({ sampleRate, channels }: Format): LoudnessMeter {
  const filter = createEnergyFilter(weightingFilter(sampleRate), channels);
  const energy = createEnergyMeter({ sampleRate, channels });
  const scanners = Array.from({ length: channels }, () => createPeakScanner(sampleRate));
  let truePeak = 0;
  let samplePeak = 0;

  const addPeaks = (samples: Float32Array, channel: number): void => {
    samplePeak = Math.max(samplePeak, peakOf(samples));
    truePeak = Math.max(truePeak, samplePeak);
    addScanned(scanners[channel]!.scan(samples, truePeak));
  };
  const addScanned = (peaks: Float32Array | null): void => {
    if (peaks) truePeak = Math.max(truePeak, peakOf(peaks));
  };

  return {
    push(block) {
      energy.addSquares(framesOf(block), (sums, place) => filter.add(block, sums, place));
      for (const [channel, samples] of block.entries()) addPeaks(samples, channel);
    },
    latest: () => ({
      momentary: energy.latest(MOMENTARY),
      shortTerm: energy.latest(SHORT_TERM),
    }),
    measure() {
      // What lies after the last samples is silence; only the scanners still have to see it.
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

/** Makes blocks what the ear weighs them to, in place. */
export const createWeighting = ({ sampleRate, channels }: Format): Cascade =>
  createCascade(weightingFilter(sampleRate), channels);

/** From one sample to before another. */
type Place = readonly [from: number, to: number];

/** Energies of 100 ms each, of sound that has been weighted. */
export function createEnergyMeter({ sampleRate, channels }: Format) {
  const weights = channelWeights(channels);
  const parts = createList();
  /** Sums of squares of the part that is being filled, a channel each: the same for all blocks. */
  const sums = new Float64Array(weights.length);
  const weigh = (): number => sums.reduce((total, sum, i) => total + weights[i]! * sum, 0);
  let frames = 0;
  let nextEnd = Math.floor(sampleRate / 10);
  const blocks = (count: number): number[] => {
    const number = Math.max(0, parts.length() - count + 1);
    return Array.from({ length: number }, (_, i) => parts.mean(i, count));
  };
  /** @param squares adds to the sum of each channel that counts its squares at a place */
  const addSquares = (
    length: number,
    squares: (sums: Float64Array, place: Place) => void,
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
    /** @param reductions of each sample the part that is taken away from it; none where they are null */
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
    /** Means over so many parts, one for each part that ends them. */
    blocks(count: number): number[] {
      const found = blocks(count);
      if (found.length > 0 || count !== MOMENTARY || frames === 0) return found;
      // Shorter than one block: the mean of what there is.
      const full = parts.mean(0, parts.length()) * parts.length() * (sampleRate / 10);
      return [(full + weigh()) / frames];
    },
  };
}
export type EnergyMeter = ReturnType<typeof createEnergyMeter>;

/**
 * LUFS, gated. The absolute gate of sound below `QUIET` lies lower, as it would if the sound were louder;
 * −Infinity below `QUIETEST`, or `FAINTEST` where its level varies as that of speech and music does.
 */
export const levelOf = (energy: EnergyMeter): number => levelIn(energy.blocks(MOMENTARY));

const toLufs = (energy: number): number => -0.691 + 10 * Math.log10(energy);
const largest = (energies: readonly number[]): number =>
  energies.reduce((most, energy) => Math.max(most, energy), 0);
const meanOf = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

/** Energies that are loud enough, absolutely and beside the mean of those. */
function gate(energies: readonly number[], below: number, absolute = ABSOLUTE_GATE): number[] {
  const audible = energies.filter((energy) => toLufs(energy) > absolute);
  if (audible.length === 0) return audible;
  const least = toLufs(meanOf(audible)) - below;
  return audible.filter((energy) => toLufs(energy) > least);
}

function integrate(energies: readonly number[], absolute = ABSOLUTE_GATE): number {
  const loud = gate(energies, 10, absolute);
  return loud.length > 0 ? toLufs(meanOf(loud)) : -Infinity;
}

function levelIn(energies: readonly number[]): number {
  const integrated = integrate(energies);
  if (integrated >= QUIET) return integrated;
  const quietest = isSteady(energies) ? QUIETEST : FAINTEST;
  const level = integrate(energies, quietest - 10);
  return level >= quietest ? level : -Infinity;
}

/** Whether what can be heard has about one level throughout, as dither and the noise of a converter have. */
function isSteady(energies: readonly number[]): boolean {
  const sorted = energies.filter((energy) => toLufs(energy) > FAINTEST - 10).sort((a, b) => a - b);
  if (sorted.length === 0) return true;
  const at = (share: number): number => toLufs(sorted[Math.round(share * (sorted.length - 1))]!);
  return at(0.95) - at(0.1) < STEADY;
}

function measureRange(energies: readonly number[]): number {
  const loud = gate(energies, 20).sort((a, b) => a - b);
  if (loud.length === 0) return 0;
  const at = (share: number): number => toLufs(loud[Math.round(share * (loud.length - 1))]!);
  return at(0.95) - at(0.1);
}

/** Weights of BS.1770-4 by the usual order of channels; the low-frequency one does not count. */
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
 * K weighting for any sample rate: the analogue filters behind the coefficients of BS.1770 (B. De Man,
 * "Evaluation of implementations of the EBU R128 loudness measurement", 2014).
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

/** Numbers that become more. */
interface List {
  add(value: number): void;
  length(): number;
  mean(start: number, count: number): number;
}

function createList(): List {
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
