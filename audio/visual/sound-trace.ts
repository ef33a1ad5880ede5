import type { Analyzer, Format } from "../effect.ts";
import { createSongAnalyzer } from "../music/analyze-song.ts";
import { createGrowingArray } from "../restoration/growing-array.ts";
import { meanOf } from "../restoration/rate-adapter.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { hann } from "../signal/windows.ts";
import { bandsOf, BANDS } from "./bands.ts";
import { findOnsets } from "./onsets.ts";
import { PEAK_RATE, TRACE_LEVELS, TRACE_RATE } from "./rates.ts";

/** Analysis of a sound that drives its visualization. */
export interface SoundTrace {
  /** Seconds. */
  readonly seconds: number;
  /**
   * `BANDS` levels per moment, `TRACE_RATE` moments per second starting at 0: steps of
   * `TRACE_LEVELS`, tilted by 3 dB per octave around 1 kHz to compensate the slope of music.
   */
  readonly bands: Uint8Array<ArrayBuffer>;
  /** Peaks, `PEAK_RATE` per second, 0 to 255. */
  readonly peaks: Uint8Array<ArrayBuffer>;
  /** Level of the loudest band in loud parts, in the same steps. */
  readonly top: number;
  /** Onset times in seconds, with strengths from 0 to 1. */
  readonly onsets: readonly (readonly [seconds: number, strength: number])[];
  /** Null without a beat, as in speech. */
  readonly beat: TraceBeat | null;
}
export interface TraceBeat {
  /** Seconds. */
  readonly beats: readonly number[];
  /** Index of the first beat that starts a bar. */
  readonly first: number;
  readonly beatsPerBar: number;
}

/** Window length in seconds, rounded to a power of two. */
const WINDOW = 0.04;
/** Maximum level of a band in dB above the peak of its moment: windows extend beyond the moment. */
const MAX_ABOVE_PEAK_DB = 6;
/** Fraction of audible moments that count as loud. */
const LOUD = 0.03;
/** Minimum level of an audible moment in steps. */
const SOUND = 40;

/**
 * Analyzes a sound for visualization. Memory: 12 MB per hour in addition to `createSongAnalyzer`.
 */
export function createTraceAnalyzer(format: Format): Analyzer<SoundTrace> {
  const { sampleRate } = format;
  const size = 2 ** Math.max(6, Math.round(Math.log2(WINDOW * sampleRate)));
  const fft = createRealFft(size);
  const window = hann(size);
  const shape = window.map((factor) => (4 * factor) / size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const frame = new Float64Array(size);
  const bands = bandsOf(sampleRate, size);
  const song = createSongAnalyzer(format);
  const levels = createGrowingArray();
  const peaks = createGrowingArray();
  /** Buffered samples, the first at `base`; half a window of silence precedes the sound. */
  let held = new Float32Array(4 * size);
  let [base, count, taken] = [-size / 2, size / 2, 0];
  let [moments, parts] = [0, 0];

  const addPeaks = (samples: Float32Array): void => {
    for (const [at, sample] of samples.entries()) {
      const part = Math.floor(((taken + at) * PEAK_RATE) / sampleRate);
      const all = peaks.values(part);
      all[part] = Math.max(part < parts ? all[part]! : 0, Math.abs(sample));
      parts = Math.max(parts, part + 1);
    }
  };
  const trace = (start: number): void => {
    for (let i = 0; i < size; i++) frame[i] = held[start + i]! * shape[i]!;
    fft.forward(frame, re, im);
    const all = levels.values((moments + 1) * BANDS - 1);
    for (const [band, { from, to, tilt }] of bands.entries()) {
      let power = 0;
      for (let bin = from; bin <= to; bin++)
        power = Math.max(power, re[bin]! * re[bin]! + im[bin]! * im[bin]!);
      all[moments * BANDS + band] = 10 * Math.log10(power + 1e-12) + tilt;
    }
    moments++;
  };
  const traceAll = (): void => {
    for (;;) {
      const start = Math.round((moments * sampleRate) / TRACE_RATE) - size / 2 - base;
      if (start + size > count) return;
      trace(start);
    }
  };
  const hold = (samples: Float32Array): void => {
    const next = Math.round((moments * sampleRate) / TRACE_RATE) - size / 2 - base;
    const remaining = held.subarray(Math.min(next, count), count);
    const room = remaining.length + samples.length;
    const grown = room > held.length ? new Float32Array(2 * room) : held;
    grown.set(remaining);
    grown.set(samples, remaining.length);
    base += count - remaining.length;
    held = grown;
    count = room;
    traceAll();
  };

  return {
    push(block) {
      song.push(block);
      const mono = meanOf(block);
      addPeaks(mono);
      taken += mono.length;
      hold(mono);
    },
    finish() {
      hold(new Float32Array(size / 2));
      const { beat } = song.finish();
      const loudest = peaks.values(0).subarray(0, parts);
      const written = limited(levels.values(0).subarray(0, moments * BANDS), loudest, bands);
      return {
        seconds: taken / sampleRate,
        bands: written,
        peaks: Uint8Array.from(loudest, (peak) => Math.min(255, Math.round(255 * peak))),
        top: topOf(written),
        onsets: findOnsets(written, loudest),
        beat: beat && { beats: beat.beats, first: beat.first, beatsPerBar: beat.beatsPerBar },
      };
    },
  };
}

/** Levels in steps, limited to the peak of the moment, since windows extend beyond it. */
function limited(
  levels: Float32Array,
  peaks: Float32Array,
  bands: readonly { readonly tilt: number }[],
): Uint8Array<ArrayBuffer> {
  const steps = new Uint8Array(levels.length);
  const { lowest, perDecibel } = TRACE_LEVELS;
  for (let moment = 0; moment * BANDS < levels.length; moment++) {
    const part = (moment * PEAK_RATE) / TRACE_RATE;
    const peak = Math.max(peaks[part - 1] ?? 0, peaks[part] ?? 0);
    const limit = 20 * Math.log10(peak + 1e-6) + MAX_ABOVE_PEAK_DB;
    for (let band = 0; band < BANDS; band++) {
      const at = moment * BANDS + band;
      const level = Math.min(levels[at]!, limit + bands[band]!.tilt);
      steps[at] = Math.max(0, Math.min(255, Math.round((level - lowest) * perDecibel)));
    }
  }
  return steps;
}

function topOf(steps: Uint8Array): number {
  const counts = new Float64Array(256);
  let audibleMoments = 0;
  for (let at = 0; at < steps.length; at += BANDS) {
    let maximum = 0;
    for (let band = 0; band < BANDS; band++) maximum = Math.max(maximum, steps[at + band]!);
    if (maximum < SOUND) continue;
    counts[maximum]!++;
    audibleMoments++;
  }
  let over = 0;
  for (let step = 255; step >= SOUND; step--) {
    over += counts[step]!;
    if (over > LOUD * audibleMoments) return step;
  }
  return 0;
}
