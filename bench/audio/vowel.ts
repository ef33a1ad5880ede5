import { createRealFft } from "#audio/signal/fft/fft.ts";

export const VOWEL_FORMANTS = [715, 1220, 2590] as const;

/**
 * A sung vowel: pulses through three resonances. Its pitch may rise and fall evenly by a part of it, so
 * that the partials pass over all of the resonances alike.
 */
export function makeVowel(
  hertz: number,
  sampleRate: number,
  { seconds = 4, sway = 0 }: { readonly seconds?: number; readonly sway?: number } = {},
): Float32Array {
  const length = seconds * sampleRate;
  let samples = new Float32Array(length);
  let phase = 0;
  for (let i = 0; i < length; i++) {
    const slope = (2 / Math.PI) * Math.asin(Math.sin((4 * Math.PI * i) / length));
    phase += (hertz * (1 + sway * slope)) / sampleRate;
    if (phase < 1) continue;
    phase -= 1;
    samples[i] = 30;
  }
  for (const frequency of VOWEL_FORMANTS) {
    const radius = Math.exp((-Math.PI * (70 + frequency / 50)) / sampleRate);
    const cosine = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate);
    let one = 0;
    let two = 0;
    samples = samples.map((x) => {
      const value = (1 - radius) * x + cosine * one - radius * radius * two;
      two = one;
      one = value;
      return value;
    });
  }
  return samples;
}

/** Pitch in Hz near an expected one, from the likeness eight periods later. */
export function measurePitch(samples: Float32Array, expected: number, sampleRate: number): number {
  const periods = 8;
  const start = sampleRate;
  const likeness = (lag: number) => {
    let sum = 0;
    for (let i = start; i < start + sampleRate / 2; i++) sum += samples[i]! * samples[i + lag]!;
    return sum;
  };
  const middle = Math.round((periods * sampleRate) / expected);
  let best = middle;
  // Less than half a period to each side.
  const reach = Math.round((0.4 * sampleRate) / expected);
  for (let lag = middle - reach; lag <= middle + reach; lag++)
    if (likeness(lag) > likeness(best)) best = lag;
  const [a, b, c] = [likeness(best - 1), likeness(best), likeness(best + 1)];
  return (periods * sampleRate) / (best + (0.5 * (a - c)) / (a - 2 * b + c));
}

/** Peak in Hz of the mean spectrum within 25 % of each formant. */
export function measureFormants(
  samples: Float32Array,
  expected: readonly number[],
  sampleRate: number,
): number[] {
  const size = 4096;
  const fft = createRealFft(size);
  const sums = new Float64Array(fft.bins);
  const [re, im, frame] = [
    new Float64Array(fft.bins),
    new Float64Array(fft.bins),
    new Float64Array(size),
  ];
  for (let at = sampleRate / 2; at + size < samples.length - sampleRate / 2; at += size / 4) {
    for (let i = 0; i < size; i++)
      frame[i] = samples[at + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
    fft.forward(frame, re, im);
    for (let k = 0; k < fft.bins; k++) sums[k] = sums[k]! + re[k]! ** 2 + im[k]! ** 2;
  }
  const smooth = (k: number) => {
    let sum = 0;
    for (let j = -7; j <= 7; j++) sum += sums[Math.abs(k + j)]! * (1 - Math.abs(j) / 8);
    return sum;
  };
  return expected.map((hertz) => {
    let best = Math.round((0.75 * hertz * size) / sampleRate);
    for (let k = best; k < (1.25 * hertz * size) / sampleRate; k++)
      if (smooth(k) > smooth(best)) best = k;
    return (best * sampleRate) / size;
  });
}
