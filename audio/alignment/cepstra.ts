import { type MelFrames, bandOf, hzOfBand, MEL_BANDS } from "./mel-frames.ts";

/** Cepstral coefficients, and with their deltas. */
const SHAPE = 13;
export const CEPSTRUM = 2 * SHAPE;
/** Frames on each side for the deltas. */
const SPAN = 2;
/** Energy floor, below audibility. */
const FLOOR = 1e-10;
/** Quantile of frames that represents the background. */
const BACKGROUND_QUANTILE = 0.1;
const LOUD = 0.9;

/** Band energies of the quiet and the loud parts of a recording. */
export interface Background {
  readonly noise: Float32Array;
  readonly loud: Float32Array;
}

/** Quantiles of each band. */
export function measureBackground({ energies, count }: MelFrames): Background {
  const noise = new Float32Array(MEL_BANDS).fill(FLOOR);
  const loud = new Float32Array(MEL_BANDS).fill(FLOOR);
  if (count === 0) return { noise, loud };
  for (let band = 0; band < MEL_BANDS; band++) {
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = energies[i * MEL_BANDS + band]!;
    values.sort();
    noise[band] = Math.max(FLOOR, values[Math.floor(BACKGROUND_QUANTILE * (count - 1))]!);
    loud[band] = Math.max(FLOOR, values[Math.floor(LOUD * (count - 1))]!);
  }
  return { noise, loud };
}

/**
 * Adapts clean frames to a recording: matches the level of each band and adds the noise, as models
 * of clean speech must for noisy recordings (Gales & Young, "Robust Speech Recognition in Additive
 * and Convolutional Noise Using Parallel Model Combination", 1995).
 */
export function addBackground(clean: MelFrames, { noise, loud }: Background): MelFrames {
  const own = measureBackground(clean);
  const gains = loud.map((level, band) => Math.max(FLOOR, level - noise[band]!) / own.loud[band]!);
  const energies = clean.energies.map((energy, at) => {
    const band = at % MEL_BANDS;
    return energy * gains[band]! + noise[band]!;
  });
  return { energies, count: clean.count };
}

/** DCT-II basis of the cepstra. */
const COSINES = Float64Array.from({ length: SHAPE * MEL_BANDS }, (_, at) => {
  const [k, band] = [Math.floor(at / MEL_BANDS), at % MEL_BANDS];
  return Math.cos((Math.PI * k * (band + 0.5)) / MEL_BANDS) * Math.sqrt(2 / MEL_BANDS);
});

/**
 * Mel-frequency cepstra with deltas: `CEPSTRUM` values per frame (Davis & Mermelstein, "Comparison
 * of Parametric Representations for Monosyllabic Word Recognition", 1980; Furui 1986).
 */
export function computeCepstra({ energies, count }: MelFrames): Float32Array<ArrayBuffer> {
  const out = new Float32Array(count * CEPSTRUM);
  const logs = new Float64Array(MEL_BANDS);
  for (let i = 0; i < count; i++) {
    for (let band = 0; band < MEL_BANDS; band++)
      logs[band] = Math.log(Math.max(FLOOR, energies[i * MEL_BANDS + band]!));
    for (let k = 0; k < SHAPE; k++) {
      let sum = 0;
      for (let band = 0; band < MEL_BANDS; band++)
        sum += COSINES[k * MEL_BANDS + band]! * logs[band]!;
      out[i * CEPSTRUM + k] = sum;
    }
  }
  for (let i = 0; i < count; i++)
    for (let k = 0; k < SHAPE; k++) {
      let sum = 0;
      let weight = 0;
      for (let d = 1; d <= SPAN; d++) {
        const after = Math.min(count - 1, i + d) * CEPSTRUM + k;
        const before = Math.max(0, i - d) * CEPSTRUM + k;
        sum += d * (out[after]! - out[before]!);
        weight += 2 * d * d;
      }
      out[i * CEPSTRUM + SHAPE + k] = sum / weight;
    }
  return out;
}

/** Normalizes features of several sounds to zero mean each and common unit variance, in place. */
export function normalizeTogether(sounds: readonly Float32Array[]): void {
  for (let k = 0; k < CEPSTRUM; k++) {
    let sum = 0;
    let squares = 0;
    let frames = 0;
    for (const sound of sounds)
      for (let at = k; at < sound.length; at += CEPSTRUM) {
        sum += sound[at]!;
        squares += sound[at]! ** 2;
        frames++;
      }
    const mean = sum / Math.max(1, frames);
    const deviation = Math.sqrt(Math.max(1e-6, squares / Math.max(1, frames) - mean * mean));
    for (const sound of sounds)
      for (let at = k; at < sound.length; at += CEPSTRUM)
        sound[at] = (sound[at]! - mean) / deviation;
  }
}

/** Frames of a voice with formants scaled by `factor`: bands are interpolated on the mel scale. */
export function warpFormants({ energies, count }: MelFrames, factor: number): MelFrames {
  if (factor === 1) return { energies, count };
  const out = new Float32Array(energies.length);
  for (let band = 0; band < MEL_BANDS; band++) {
    const position = Math.min(MEL_BANDS - 1, Math.max(0, bandOf(hzOfBand(band) / factor)));
    const low = Math.min(MEL_BANDS - 2, Math.floor(position));
    const share = position - low;
    for (let i = 0; i < count; i++) {
      const at = i * MEL_BANDS + low;
      out[i * MEL_BANDS + band] = (1 - share) * energies[at]! + share * energies[at + 1]!;
    }
  }
  return { energies: out, count };
}
