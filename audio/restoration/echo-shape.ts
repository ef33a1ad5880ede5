import { createRealFft } from "../signal/fft/fft.ts";

/** Samples before and after the strongest lag that may belong to the echo. */
const BEFORE = 8;
const AFTER = 64;
const TAPS = BEFORE + AFTER;
const SIZE = 512;
/** Lags at which sound is like itself because it lacks frequencies. */
const OWN = 96;
/** Lags on both sides of these that say what is usual there. */
const AROUND = 256;
/** Taps weaker than this many times what is usual say nothing. */
const OVER_USUAL = 3;
/** Bins weaker than this share of the strongest hold no sound to measure by. */
const LEAST_SHARE = 0.05;
/** A filter that differs from one gain by this share of its energy is none worth the name. */
const PLAIN = 0.165;
/** What the gain of a frequency may be at most, so that the way back stays stable. */
const MOST_GAIN = 0.9;

/** What a reflection does to the sound: a filter whose first tap comes `BEFORE` samples before the lag. */
export interface EchoShape {
  readonly taps: Float32Array;
  readonly before: number;
}

/**
 * The filter of an echo, if it is more than a delay: walls take more of the high frequencies than of the low ones.
 * @param alike how much levelled sound is like itself at a lag, 1 at 0
 * @param usual what that is at lags without an echo
 */
export function measureEchoShape(
  alike: (lag: number) => number,
  {
    lag,
    usual,
    repeats,
  }: { readonly lag: number; readonly usual: number; readonly repeats: boolean },
): EchoShape | undefined {
  const fft = createRealFft(SIZE);
  const seen = new Float64Array(SIZE);
  const own = new Float64Array(SIZE);
  // Near a short echo a voice is like itself, too.
  let around = 0;
  for (let k = 1; k <= AROUND; k++)
    around += alike(lag - BEFORE - k) ** 2 + alike(lag + AFTER + k) ** 2;
  const chance = Math.max(usual, Math.sqrt(around / (2 * AROUND)));
  for (let k = 0; k < TAPS; k++) {
    const value = alike(lag - BEFORE + k);
    const noise = (OVER_USUAL * chance) / Math.max(1e-9, Math.abs(value));
    seen[k] = value * Math.max(0, 1 - noise * noise);
  }
  for (let k = 0; k < OWN; k++) {
    const value = alike(k) * Math.cos((Math.PI * k) / (2 * OWN)) ** 2;
    own[k] = value;
    if (k > 0) own[SIZE - k] = value;
  }
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const [ownRe, ownIm] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  fft.forward(seen, re, im);
  fft.forward(own, ownRe, ownIm);
  const most = ownRe.reduce((a, b) => Math.max(a, b), 0);
  for (let k = 0; k < fft.bins; k++) {
    const share = Math.max(0, ownRe[k]!);
    const scale = share / (share * share + (LEAST_SHARE * most) ** 2);
    re[k] = re[k]! * scale;
    im[k] = im[k]! * scale;
    const size = Math.hypot(re[k]!, im[k]!);
    // One that comes once is seen as g / (1 + g²).
    const seenShare = Math.min(size, 0.499);
    const gain = repeats ? size : (1 - Math.sqrt(1 - 4 * seenShare ** 2)) / (2 * seenShare + 1e-12);
    const factor = Math.min(gain, MOST_GAIN) / (size + 1e-12);
    re[k] = re[k]! * factor;
    im[k] = im[k]! * factor;
  }
  if (isPlain(re, im, ownRe)) return undefined;
  const out = new Float64Array(SIZE);
  fft.inverse(re, im, out);
  const taps = Float32Array.from(out.subarray(0, TAPS));
  return { taps, before: BEFORE };
}

/** Whether all frequencies that hold sound come back alike, at the lag itself. */
function isPlain(re: Float64Array, im: Float64Array, power: Float64Array): boolean {
  let gain = 0;
  let energy = 0;
  let total = 0;
  for (let k = 0; k < re.length; k++) {
    const weight = Math.max(0, power[k]!);
    const turn = (2 * Math.PI * k * BEFORE) / SIZE;
    gain += weight * (re[k]! * Math.cos(turn) - im[k]! * Math.sin(turn));
    energy += weight * (re[k]! ** 2 + im[k]! ** 2);
    total += weight;
  }
  return energy - gain ** 2 / total < PLAIN * energy;
}
