import type { Analyzer } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { type EchoShape, measureEchoShape } from "./echo-shape.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { meanOf } from "./side-chain.ts";

/** A reflection that comes once (`repeats` false) or again and again, each time weaker. */
export interface Echo {
  /** Seconds */
  readonly delay: number;
  /** Factor of its amplitude */
  readonly gain: number;
  readonly repeats: boolean;
  /** Its filter, where one was measured; otherwise all frequencies come back alike. */
  readonly shape?: EchoShape;
}

const SHORTEST_SECONDS = 0.02;
const LONGEST_SECONDS = 1;
/** Width in Hz over which the spectrum is levelled: wider than the comb of the shortest echo. */
const LEVEL_HERTZ = 400;
/** An echo's correlation is above this, and this much above what is usual. */
const LEAST = 0.06;
const OVER_USUAL = 9;
/** Groups of parts of the sound that are looked at by themselves, and part of the correlation that each has. */
const GROUPS = 4;
const LEAST_OF_GROUP = 0.35;
/** What the gain may be at most, so that the way back stays stable. */
const MOST_GAIN = 0.9;

/**
 * Looks for the strongest echo: the lag at which sound whose spectrum is levelled is most like itself.
 * Speech and music are not alike at lags beyond a pitch period once they are levelled, an echo is. One
 * that repeats shows again at twice the lag. A word that is said twice, note for note, as machine voices do,
 * is alike at one place; an echo is everywhere. In less than about four seconds the two cannot be told
 * apart.
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
  const width = Math.max(1, Math.round((LEVEL_HERTZ * size) / sampleRate / 2));

  let taken = 0;

  const step = (samples: Float32Array) => {
    // Part of the window that holds sound: all sound is to weigh alike.
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
    const least = 1e-6 * levels.reduce((most, x) => Math.max(most, x), 0) + 1e-12;
    for (let k = 0; k < fft.bins; k++) {
      const weight = share / (levels[k]! + least);
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
      // Lag 0 comes first; what lies before the part comes from the end backwards.
      const lagsOf = ({ re: real, im: imaginary }: typeof total): ((lag: number) => number) => {
        const lags = new Float64Array(size);
        fft.inverse(real, imaginary, lags);
        return (lag) => lags[(size - lag) % size]! / Math.max(lags[0]!, 1e-12);
      };
      const whole = lagsOf(total);
      // Sound has no past at the beginning, and so the less to be like the larger the lag is.
      const alike = (lag: number): number => (whole(lag) * taken) / Math.max(taken - lag, 1);
      const echo = pickEcho(alike, taken, sampleRate);
      if (!echo) return null;
      const lag = Math.round(echo.delay * sampleRate);
      // The first part has the least past, and one that is short or silent says little.
      const heard = sums.filter(({ frames }, at) => frames > hop / 2 && at < steps);
      const found = heard.filter((sum) => lagsOf(sum)(lag) > LEAST_OF_GROUP * whole(lag));
      return heard.length < 2 || found.length > heard.length / 2 ? echo : null;
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
  const usual = Math.sqrt(sum / (last - first + 1));
  if (!(peak > LEAST && peak > OVER_USUAL * usual)) return null;
  // The top of a parabola through three values lies between two samples.
  const [before, after] = [alike(best - 1), alike(best + 1)];
  const bend = before - 2 * peak + after;
  const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
  const again = alike(2 * best);
  const repeats = again > 0.4 * peak * peak && again > 3 * usual;
  const share = Math.min(peak, 0.499);
  const gain = repeats ? peak : (1 - Math.sqrt(1 - 4 * share * share)) / (2 * share);
  const shape = measureEchoShape(alike, { lag: best, usual, repeats });
  const found = { delay: (best + shift) / sampleRate, gain: Math.min(gain, MOST_GAIN), repeats };
  return shape ? { ...found, shape } : found;
}
