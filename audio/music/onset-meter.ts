import { createRealFft } from "../signal/fft/fft.ts";
import { createGrowingArray } from "../restoration/growing-array.ts";
import { hann } from "../signal/windows.ts";
import { createFrameStream } from "./frame-stream.ts";

/** Onset strength over time. */
export interface Onsets {
  /** Values per second. */
  readonly rate: number;
  /** All frequencies; 0 without onsets. */
  readonly all: Float32Array;
  /** Kick drum and bass, below 180 Hz. */
  readonly low: Float32Array;
  /** Chords, voices and the skins of drums. */
  readonly mid: Float32Array;
  /** Snares and cymbals, above 2.5 kHz. */
  readonly high: Float32Array;
}

const SIZE = 1024;
const HOP = 128;
/** Bands of at most a third of an octave, from 30 Hz to 10 kHz. */
const BANDS = 36;
const RANGE = [30, 10_000] as const;
/** Upper limits in Hz of the curves `low` and `mid`. */
const LIMITS = [180, 2500] as const;
/** Scale of magnitudes before the logarithm, which determines the weight of soft notes. */
const GAIN = 300;
/** Distance of compared windows: a note reaches its level within this time. */
const LAG = 4;
/** Latency in windows between an attack and the steepest rise; measured with clicks and drums. */
const LATE = 1;

/**
 * Spectral flux: the rise of log band levels, half-wave rectified (Böck, Krebs, Schedl: "Evaluating
 * the Online Capabilities of Onset Detection Methods", ISMIR 2012).
 * @param sampleRate about 22,050
 */
export function createOnsetMeter(sampleRate: number) {
  const fft = createRealFft(SIZE);
  const window = hann(SIZE);
  const bands = bandsOf(sampleRate);
  const buffer = new Float64Array(SIZE);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  /** Ring buffer of the levels of the last windows. */
  const ring = Array.from({ length: LAG }, () => new Float32Array(bands.length));
  const all = createGrowingArray();
  const parts = [0, 1, 2].map((part) => ({
    values: createGrowingArray(),
    bands: bands.filter((band) => band.part === part).length,
    sum: 0,
  }));
  let index = 0;

  const frames = createFrameStream(SIZE, HOP, (samples) => {
    for (let i = 0; i < SIZE; i++) buffer[i] = samples[i]! * window[i]!;
    fft.forward(buffer, re, im);
    const before = ring[index % LAG]!;
    let sum = 0;
    for (const part of parts) part.sum = 0;
    for (const [at, { from, to, part }] of bands.entries()) {
      let power = 0;
      for (let k = from; k < to; k++) power += re[k]! * re[k]! + im[k]! * im[k]!;
      const level = Math.log1p((GAIN * Math.sqrt(power / (to - from))) / (SIZE / 4));
      const rise = Math.max(0, level - before[at]!);
      before[at] = level;
      sum += rise;
      parts[part]!.sum += rise;
    }
    all.values(index)[index] = sum / bands.length;
    for (const part of parts) part.values.values(index)[index] = part.sum / part.bands;
    index++;
  });

  return {
    push: (samples: Float32Array): void => frames.push(samples),
    finish(): Onsets {
      frames.finish();
      const inTime = (values: Float32Array) => values.slice(Math.min(LATE, index), index);
      const [low, mid, high] = parts.map(({ values }) => inTime(values.values(0)));
      return {
        rate: sampleRate / HOP,
        all: inTime(all.values(0)),
        low: low!,
        mid: mid!,
        high: high!,
      };
    },
  };
}

interface Band {
  /** Bins. */
  readonly from: number;
  readonly to: number;
  /** Low, middle or high. */
  readonly part: 0 | 1 | 2;
}

/** Adjacent bands of at least one bin each. */
function bandsOf(sampleRate: number): Band[] {
  const [lowest, highest] = [RANGE[0], Math.min(RANGE[1], 0.46 * sampleRate)];
  const binOf = (band: number): number =>
    Math.round((SIZE / sampleRate) * lowest * (highest / lowest) ** (band / BANDS));
  const bands: Band[] = [];
  let from = Math.max(1, binOf(0));
  for (let band = 1; band <= BANDS; band++) {
    const to = binOf(band);
    if (to <= from) continue;
    const center = ((from + to - 1) / 2) * (sampleRate / SIZE);
    bands.push({ from, to, part: center < LIMITS[0] ? 0 : center < LIMITS[1] ? 1 : 2 });
    from = to;
  }
  return bands;
}
