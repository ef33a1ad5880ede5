import { createRealFft } from "../signal/fft/fft.ts";

/** Samples before and after the strongest lag that may belong to the echo. */
const TAPS_BEFORE = 8;
const TAPS_AFTER = 64;
const TAPS = TAPS_BEFORE + TAPS_AFTER;
const SIZE = 512;
/** Lags at which the sound correlates with itself because of its own spectrum. */
const SOURCE_TAPS = 96;
/** Lags on both sides of the echo from which the noise of the correlation is estimated. */
const NOISE_LAGS = 256;
/** Taps weaker than this multiple of the noise are dropped. */
const NOISE_FACTOR = 3;
/** Regularization: bins with less than this fraction of the maximum power carry no information. */
const REGULARIZATION = 0.05;
/** A filter whose energy deviates from a pure delay by less than this ratio is dropped. */
const PLAIN_RATIO = 0.165;
/** Maximum gain per frequency, which keeps the inverse filter stable. */
const MAX_GAIN = 0.9;

/** Impulse response of a reflection; its first tap is `before` samples before the lag. */
export interface EchoShape {
  readonly taps: Float32Array;
  readonly before: number;
}

/**
 * Measures the filter of an echo, if it is more than a delay: walls absorb more high frequencies
 * than low ones.
 * @param alike autocorrelation of the whitened sound, 1 at lag 0
 * @param noiseFloor autocorrelation at lags without an echo
 */
export function measureEchoShape(
  alike: (lag: number) => number,
  {
    lag,
    noiseFloor,
    repeats,
  }: { readonly lag: number; readonly noiseFloor: number; readonly repeats: boolean },
): EchoShape | undefined {
  const fft = createRealFft(SIZE);
  const seen = new Float64Array(SIZE);
  const own = new Float64Array(SIZE);
  // Close to a short echo, the voice itself correlates too.
  let around = 0;
  for (let k = 1; k <= NOISE_LAGS; k++)
    around += alike(lag - TAPS_BEFORE - k) ** 2 + alike(lag + TAPS_AFTER + k) ** 2;
  const noiseLevel = Math.max(noiseFloor, Math.sqrt(around / (2 * NOISE_LAGS)));
  for (let k = 0; k < TAPS; k++) {
    const value = alike(lag - TAPS_BEFORE + k);
    const noise = (NOISE_FACTOR * noiseLevel) / Math.max(1e-9, Math.abs(value));
    seen[k] = value * Math.max(0, 1 - noise * noise);
  }
  for (let k = 0; k < SOURCE_TAPS; k++) {
    const value = alike(k) * Math.cos((Math.PI * k) / (2 * SOURCE_TAPS)) ** 2;
    own[k] = value;
    if (k > 0) own[SIZE - k] = value;
  }
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const [ownRe, ownIm] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  fft.forward(seen, re, im);
  fft.forward(own, ownRe, ownIm);
  const maxPower = ownRe.reduce((a, b) => Math.max(a, b), 0);
  for (let k = 0; k < fft.bins; k++) {
    const share = Math.max(0, ownRe[k]!);
    const scale = share / (share * share + (REGULARIZATION * maxPower) ** 2);
    re[k] = re[k]! * scale;
    im[k] = im[k]! * scale;
    const size = Math.hypot(re[k]!, im[k]!);
    // A single echo of gain g appears as g / (1 + g²).
    const seenShare = Math.min(size, 0.499);
    const gain = repeats ? size : (1 - Math.sqrt(1 - 4 * seenShare ** 2)) / (2 * seenShare + 1e-12);
    const factor = Math.min(gain, MAX_GAIN) / (size + 1e-12);
    re[k] = re[k]! * factor;
    im[k] = im[k]! * factor;
  }
  if (isPlain(re, im, ownRe)) return undefined;
  const out = new Float64Array(SIZE);
  fft.inverse(re, im, out);
  const taps = Float32Array.from(out.subarray(0, TAPS));
  return { taps, before: TAPS_BEFORE };
}

/** Whether all frequencies are reflected equally, at the lag itself. */
function isPlain(re: Float64Array, im: Float64Array, power: Float64Array): boolean {
  let gain = 0;
  let energy = 0;
  let total = 0;
  for (let k = 0; k < re.length; k++) {
    const weight = Math.max(0, power[k]!);
    const turn = (2 * Math.PI * k * TAPS_BEFORE) / SIZE;
    gain += weight * (re[k]! * Math.cos(turn) - im[k]! * Math.sin(turn));
    energy += weight * (re[k]! ** 2 + im[k]! ** 2);
    total += weight;
  }
  return energy - gain ** 2 / total < PLAIN_RATIO * energy;
}
