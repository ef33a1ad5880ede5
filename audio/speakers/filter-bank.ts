import { createRealFft } from "../signal/fft/fft.ts";

/** Samples at 16 kHz of a frame (25 ms) and of a hop (10 ms). */
export const FRAME = 400;
export const HOP = 160;
const FFT = 512;
const RATE = 16_000;
const LOWEST_HERTZ = 20;
const PRE_EMPHASIS = 0.97;
/** Smallest energy of a band: the epsilon of 32-bit floats. */
const MIN_ENERGY = 2 ** -23;

const melOf = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);

/** A triangular filter over bins from `first` on. */
interface Band {
  readonly first: number;
  readonly weights: readonly number[];
}

/** Triangles on the mel scale from 20 Hz to half the sample rate. */
function melBands(count: number): readonly Band[] {
  const low = melOf(LOWEST_HERTZ);
  const step = (melOf(RATE / 2) - low) / (count + 1);
  return Array.from({ length: count }, (_, band) => {
    const center = low + (band + 1) * step;
    // The highest bin is not part of Kaldi's filters.
    const all = Array.from({ length: FFT / 2 }, (__, bin) =>
      Math.max(0, 1 - Math.abs(melOf((bin * RATE) / FFT) - center) / step),
    );
    const first = Math.max(
      0,
      all.findIndex((weight) => weight > 0),
    );
    return { first, weights: all.slice(first, all.findLastIndex((weight) => weight > 0) + 1) };
  });
}

/** Windows of Kaldi, symmetric over the frame. */
const WINDOWS = {
  povey: (turn: number): number => (0.5 - 0.5 * Math.cos(turn)) ** 0.85,
  hamming: (turn: number): number => 0.54 - 0.46 * Math.cos(turn),
} as const;

/** Number of frames of a sound; those that do not fit into it are left out. */
export const frameCount = (samples: number): number =>
  samples < FRAME ? 0 : 1 + Math.floor((samples - FRAME) / HOP);

export interface FilterBankOptions {
  /** Number of mel bands. */
  readonly bands: number;
  readonly window: keyof typeof WINDOWS;
  /** Factor of the samples: 32,768 for models that were trained on 16-bit integers. */
  readonly scale: number;
}

/**
 * Kaldi's log-mel filter bank (`compute-fbank-feats` without dither and energy, `snip-edges`): frames
 * of 25 ms every 10 ms without their mean, pre-emphasized and windowed; natural logarithm of the
 * power in mel bands from 20 Hz to 8 kHz (Povey et al., The Kaldi Speech Recognition Toolkit, 2011).
 */
export function createFilterBank({ bands, window, scale }: FilterBankOptions) {
  const filters = melBands(bands);
  const fft = createRealFft(FFT);
  const weights = Float64Array.from({ length: FRAME }, (_, at) =>
    WINDOWS[window]((2 * Math.PI * at) / (FRAME - 1)),
  );
  const frame = new Float64Array(FFT);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  /**
   * @param samples mono at 16 kHz, −1 to 1
   * @returns [`frameCount`, bands]
   */
  return (samples: Float32Array): Float32Array => {
    const count = frameCount(samples.length);
    const out = new Float32Array(count * bands);
    for (let at = 0; at < count; at++) {
      let sum = 0;
      for (let i = 0; i < FRAME; i++) sum += frame[i] = samples[at * HOP + i]! * scale;
      const mean = sum / FRAME;
      // From the end, because each sample needs the one before it.
      for (let i = FRAME - 1; i >= 0; i--) {
        const before = frame[Math.max(0, i - 1)]! - mean;
        frame[i] = weights[i]! * (frame[i]! - mean - PRE_EMPHASIS * before);
      }
      frame.fill(0, FRAME);
      fft.forward(frame, re, im);
      for (const [band, filter] of filters.entries()) {
        let energy = 0;
        for (const [i, weight] of filter.weights.entries()) {
          const bin = filter.first + i;
          energy += weight * (re[bin]! ** 2 + im[bin]! ** 2);
        }
        out[at * bands + band] = Math.log(Math.max(MIN_ENERGY, energy));
      }
    }
    return out;
  };
}

/** Subtracts the mean of each band over the frames, in place: it depends on the microphone. */
export function subtractMean(features: Float32Array, bands: number): Float32Array {
  const count = features.length / bands;
  for (let band = 0; band < bands; band++) {
    let sum = 0;
    for (let at = band; at < features.length; at += bands) sum += features[at]!;
    for (let at = band; at < features.length; at += bands) features[at]! -= sum / count;
  }
  return features;
}
