import type { Analyzer } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { type EchoShape, measureEchoShape } from "./echo-shape.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { meanOf } from "./rate-adapter.ts";

/**
 * A single reflection (`repeats` false) or a series of reflections, each weaker than the one
 * before.
 */
export interface Echo {
  /** Seconds */
  readonly delay: number;
  /** Amplitude factor */
  readonly gain: number;
  readonly repeats: boolean;
  /** Filter of the echo, if one was measured; otherwise all frequencies are reflected equally. */
  readonly shape?: EchoShape;
}

const SHORTEST_SECONDS = 0.02;
const LONGEST_SECONDS = 1;
/**
 * Width in Hz of the spectral smoothing for whitening: wider than the comb of the shortest echo.
 */
const WHITENING_HERTZ = 400;
/** An echo's correlation exceeds this value and this multiple of the noise floor. */
const MIN_CORRELATION = 0.06;
const NOISE_FACTOR = 9;
/**
 * Number of groups of segments that are checked separately, and the minimum correlation of each
 * relative to the whole.
 */
const GROUPS = 4;
const MIN_GROUP_RATIO = 0.35;
/** Maximum gain, which keeps the inverse filter stable. */
const MAX_GAIN = 0.9;

/**
 * Finds the strongest echo: the lag at which the whitened sound correlates most with itself.
 * Whitened speech and music do not correlate at lags beyond a pitch period, but echoes do. A
 * repeating echo also appears at twice the lag. A word that is repeated exactly, as synthetic
 * voices do, correlates in one place; an echo does so everywhere. In less than about four seconds
 * the two cannot be distinguished.
 */
export function createEchoFinder(sampleRate: number): Analyzer<Echo | null> {
  const longest = Math.ceil(2 * LONGEST_SECONDS * sampleRate);
  const size = 2 ** Math.ceil(Math.log2(2 * longest));
  const past = size / 2;
  const hop = size - past;
  const fft = createRealFft(size);
  const queue = createSampleQueue(1);
  const window = new Float32Array(size);
  const part = new Float32Array(size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const [partRe, partIm] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const sums = Array.from({ length: GROUPS }, () => ({
    re: new Float64Array(fft.bins),
    im: new Float64Array(fft.bins),
    frames: 0,
  }));
  let steps = 0;
  const width = Math.max(1, Math.round((WHITENING_HERTZ * size) / sampleRate / 2));

  let taken = 0;

  const step = (samples: Float32Array) => {
    // Fraction of the window that contains sound, so that all sound has equal weight.
    const share = (Math.min(taken, past) + samples.length) / size;
    taken += samples.length;
    const sum = sums[steps++ % GROUPS]!;
    sum.frames += samples.length;
    window.copyWithin(0, hop);
    window.fill(0, past);
    window.set(samples, past);
    part.fill(0);
    part.set(samples, past);
    fft.forward(window, re, im);
    fft.forward(part, partRe, partIm);
    const power = re.map((x, k) => x * x + im[k]! * im[k]!);
    const levels = smooth(power, width);
    const powerFloor = 1e-6 * levels.reduce((maximum, x) => Math.max(maximum, x), 0) + 1e-12;
    for (let k = 0; k < fft.bins; k++) {
      const weight = share / (levels[k]! + powerFloor);
      sum.re[k] = sum.re[k]! + weight * (partRe[k]! * re[k]! + partIm[k]! * im[k]!);
      sum.im[k] = sum.im[k]! + weight * (partRe[k]! * im[k]! - partIm[k]! * re[k]!);
    }
  };

  return {
    push(block) {
      if (framesOf(block) === 0) return;
      queue.push([meanOf(block)]);
      while (queue.frames >= hop) step(queue.take(hop)[0]!);
    },
    finish() {
      step(queue.take(queue.frames)[0]!);
      const total = { re: new Float64Array(fft.bins), im: new Float64Array(fft.bins) };
      for (const sum of sums)
        for (let k = 0; k < fft.bins; k++) {
          total.re[k] = total.re[k]! + sum.re[k]!;
          total.im[k] = total.im[k]! + sum.im[k]!;
        }
      // Lag 0 comes first; negative lags wrap around from the end.
      const lagsOf = ({ re: real, im: imaginary }: typeof total): ((lag: number) => number) => {
        const lags = new Float64Array(size);
        fft.inverse(real, imaginary, lags);
        return (lag) => lags[(size - lag) % size]! / Math.max(lags[0]!, 1e-12);
      };
      const whole = lagsOf(total);
      // The start of the sound has no past; compensates for the bias at larger lags.
      const alike = (lag: number): number => (whole(lag) * taken) / Math.max(taken - lag, 1);
      const echo = pickEcho(alike, taken, sampleRate);
      if (!echo) return null;
      const lag = Math.round(echo.delay * sampleRate);
      // The first segment has the least past; segments that are short or silent are not conclusive.
      const groups = sums.filter(({ frames }, at) => frames > hop / 2 && at < steps);
      const found = groups.filter((sum) => lagsOf(sum)(lag) > MIN_GROUP_RATIO * whole(lag));
      return groups.length < 2 || found.length > groups.length / 2 ? echo : null;
    },
  };
}

function smooth(values: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return values.map((_, i) => {
    const from = Math.max(0, i - width);
    const to = Math.min(values.length, i + width + 1);
    return (sums[to]! - sums[from]!) / (to - from);
  });
}

function pickEcho(alike: (lag: number) => number, frames: number, sampleRate: number): Echo | null {
  const first = Math.round(SHORTEST_SECONDS * sampleRate);
  const last = Math.min(Math.round(LONGEST_SECONDS * sampleRate), Math.floor(frames / 3));
  if (last <= first) return null;
  let best = first;
  let sum = 0;
  for (let lag = first; lag <= last; lag++) {
    const value = alike(lag);
    sum += value * value;
    if (value > alike(best)) best = lag;
  }
  const peak = alike(best);
  const noiseFloor = Math.sqrt(sum / (last - first + 1));
  if (!(peak > MIN_CORRELATION && peak > NOISE_FACTOR * noiseFloor)) return null;
  // Parabolic interpolation of the peak position.
  const [before, after] = [alike(best - 1), alike(best + 1)];
  const bend = before - 2 * peak + after;
  const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
  const again = alike(2 * best);
  const repeats = again > 0.4 * peak * peak && again > 3 * noiseFloor;
  const share = Math.min(peak, 0.499);
  const gain = repeats ? peak : (1 - Math.sqrt(1 - 4 * share * share)) / (2 * share);
  const shape = measureEchoShape(alike, { lag: best, noiseFloor, repeats });
  const found = { delay: (best + shift) / sampleRate, gain: Math.min(gain, MAX_GAIN), repeats };
  return shape ? { ...found, shape } : found;
}
