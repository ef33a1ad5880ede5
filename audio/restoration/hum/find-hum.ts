import type { Analyzer, Block, Format } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { hann } from "../../signal/windows.ts";
import { deviationOf, trackPhasors } from "./track-phasors.ts";

/** Mains hum of a sound. */
export interface Hum {
  /** Nominal mains frequency in Hz; null if there is no hum. */
  readonly mains: 50 | 60 | null;
  /** Frames between two phasors. */
  readonly hop: number;
  /** Numbers of the harmonics that are measured. */
  readonly harmonics: readonly number[];
  /**
   * For each channel and harmonic, the complex amplitude (re, im, re, im …) of the hum, relative to
   * a cosine of that harmonic of the nominal frequency, at the middle of each hop.
   */
  readonly phasors: readonly (readonly Float32Array[])[];
  /** Level of the hum in dBFS. */
  readonly level: number;
}

/** Seconds between phasors, and hops of a window. */
const HOP = 0.1;
const HOPS = 4;
const MAINS = [50, 60] as const;
const HARMONICS = Array.from({ length: 24 }, (_, n) => n + 1);
/** Hz on both sides of a harmonic at which the background is measured: a zero of the window. */
const OFFSET = 7.5;
/** Quantile of magnitudes at which voices and notes pause. */
const QUIET = 0.2;
/** Minimum ratio of a harmonic to the background background it. */
const MIN_RATIO = 4;
/**
 * Minimum number of harmonics among the lowest ones: higher ones are also those of notes. Minimum
 * amplitude of the strongest: −80 dBFS.
 */
const MIN_HARMONICS = 2;
const LOWEST = 6;
const MIN_AMPLITUDE = 1e-4;

/** Maximum distance in Hz from the nominal frequency; notes of a piano are farther away. */
const MAX_DEVIATION = 0.4;

/** Complex amplitudes of a channel at one frequency, one per hop. */
interface Series {
  readonly hertz: number;
  readonly values: number[];
}

/** Value at a quantile of magnitudes. */
function quietMagnitude({ values }: Series): number {
  const magnitudes = Float64Array.from({ length: values.length / 2 }, (_, k) =>
    Math.hypot(values[2 * k]!, values[2 * k + 1]!),
  ).sort();
  return magnitudes[Math.floor(QUIET * magnitudes.length)] ?? 0;
}

/** Power of lines, to choose between both mains frequencies, which share every 300 Hz. */
const sumOf = (lines: readonly { readonly amplitude: number }[]): number =>
  lines.reduce((sum, { amplitude }) => sum + amplitude ** 2, 0);

/** Measures complex amplitudes at frequencies in windows of a channel. */
function createPhasorMeter(sampleRate: number, frequencies: readonly number[]) {
  const hop = Math.round(HOP * sampleRate);
  const size = HOPS * hop;
  const window = hann(size);
  const scale = 2 / window.reduce((sum, one) => sum + one, 0);
  const held = new Float32Array(size);
  const series: readonly Series[] = frequencies.map((hertz) => ({ hertz, values: [] }));
  const weighted = new Float64Array(size);
  let filled = size / 2;
  let start = -size / 2;
  const measure = (): void => {
    for (let i = 0; i < size; i++) weighted[i] = held[i]! * window[i]!;
    for (const { hertz, values } of series) {
      const step = (2 * Math.PI * hertz) / sampleRate;
      // Goertzel's recursion.
      const coefficient = 2 * Math.cos(step);
      let [one, two] = [0, 0];
      for (let i = 0; i < size; i++) {
        const next = weighted[i]! + coefficient * one - two;
        two = one;
        one = next;
      }
      const re = one * Math.cos(step) - two;
      const im = one * Math.sin(step);
      // The recursion's phase is that of the end of the window; the reference is the beginning of the sound.
      const phase = -step * (start + size);
      const [c, s] = [Math.cos(phase), Math.sin(phase)];
      values.push(scale * (re * c - im * s), scale * (re * s + im * c));
    }
    held.copyWithin(0, hop);
    held.fill(0, size - hop);
    filled -= hop;
    start += hop;
  };
  return {
    hop,
    series,
    push(samples: Float32Array): void {
      for (let at = 0; at < samples.length;) {
        const part = Math.min(size - filled, samples.length - at);
        held.set(samples.subarray(at, at + part), filled);
        filled += part;
        at += part;
        if (filled === size) measure();
      }
    },
    finish(): void {
      for (let rest = 0; rest <= HOPS / 2; rest++) {
        held.fill(0, filled);
        filled = size;
        measure();
      }
    },
  };
}

/** Finds mains hum, and how its amplitude and phase change. Memory: about 14 MB an hour. */
export function createHumFinder({ sampleRate, channels }: Format): Analyzer<Hum> {
  const lines = MAINS.flatMap((mains) =>
    HARMONICS.map((n) => ({ mains, n, hertz: n * mains })).filter(
      ({ hertz }) => hertz < 0.45 * sampleRate,
    ),
  );
  const frequencies = lines.flatMap(({ hertz }) => [hertz - OFFSET, hertz, hertz + OFFSET]);
  const meters = Array.from({ length: channels }, () => createPhasorMeter(sampleRate, frequencies));
  return {
    push(block: Block) {
      if (framesOf(block) === 0) return;
      for (const [channel, meter] of meters.entries()) meter.push(block[channel]!);
    },
    finish(): Hum {
      for (const meter of meters) meter.finish();
      const measured = lines.map((line, at) => {
        const amplitudes = meters.map(({ series }) => quietMagnitude(series[3 * at + 1]!));
        const loudest = amplitudes.indexOf(Math.max(...amplitudes));
        const around = meters[loudest]!.series.slice(3 * at, 3 * at + 3);
        const background = Math.max(quietMagnitude(around[0]!), quietMagnitude(around[2]!));
        const amplitude = amplitudes[loudest]!;
        const deviation = deviationOf(around[1]!.values) / (2 * Math.PI * HOP * line.n);
        const stands = amplitude > MIN_RATIO * background && Math.abs(deviation) <= MAX_DEVIATION;
        return { ...line, at, amplitude, stands };
      });
      const [best] = MAINS.map((mains) => ({
        mains,
        found: measured.filter((line) => line.mains === mains && line.stands),
      })).toSorted((a, b) => sumOf(b.found) - sumOf(a.found));
      const { mains, found } = best!;
      const peak = Math.max(0, ...found.map(({ amplitude }) => amplitude));
      const { hop } = meters[0]!;
      const lowest = found.filter(({ n }) => n <= LOWEST);
      if (lowest.length < MIN_HARMONICS || peak < MIN_AMPLITUDE)
        return { mains: null, hop, harmonics: [], phasors: [], level: -Infinity };
      const harmonics = found.map(({ n }) => n);
      const phasors = meters.map(({ series }) =>
        trackPhasors(
          found.map(({ at }) => series[3 * at + 1]!.values),
          harmonics,
        ),
      );
      return { mains, hop, harmonics, phasors, level: 10 * Math.log10(sumOf(found) / 2) };
    },
  };
}
