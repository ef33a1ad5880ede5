import { createRealFft } from "../../signal/fft/fft.ts";
import { hann } from "../../signal/windows.ts";

/** Samples of a frame, and of a hop. */
const SIZE = 4096;
export const HOP = 1024;
/** Bins of the network's input: all but the highest. */
export const BINS = SIZE / 2;
/**
 * Padding before the first sample: frame centers differ from those of `torch.stft` by half a hop.
 */
const PAD = (3 * HOP) / 2;
/** Power-preserving normalization. */
const FORWARD = 1 / Math.sqrt(SIZE);
/** Four frames overlap at each sample; their squared windows sum to 1.5. */
const INVERSE = Math.sqrt(SIZE) / 1.5;

/** Spectrum columns of `frames` samples. */
export const columnsOf = (frames: number): number => Math.ceil(frames / HOP);

/** Adds with the rounding of a 32-bit float array. */
const add = (out: Float32Array, at: number, value: number): void => {
  out[at] = out[at]! + value;
};

/**
 * The Fourier transform of Demucs (`HDemucs._spec`, `_ispec` of facebookresearch/demucs): Hann
 * window of 4096 samples, hop 1024, reflected ends, without the highest bin, and without two frames
 * at each end. The missing frames attenuate the ends of a segment, which is why segments overlap.
 * @param frames samples of a segment, 4096 or more
 */
export function createDemucsSpectrum(frames: number) {
  const columns = columnsOf(frames);
  const plane = BINS * columns;
  const length = HOP * (columns - 1) + SIZE;
  const fft = createRealFft(SIZE);
  const window = hann(SIZE);
  const padded = new Float32Array(length);
  const frame = new Float32Array(SIZE);
  const re = new Float32Array(BINS + 1);
  const im = new Float32Array(BINS + 1);

  /** Reflects a segment around its first and its last sample. */
  function mirror(samples: Float32Array): void {
    padded.set(samples, PAD);
    for (let i = 1; i <= PAD; i++) padded[PAD - i] = samples[i]!;
    const end = PAD + frames;
    for (let i = 0; end + i < length; i++) padded[end + i] = samples[frames - 2 - i]!;
  }

  return {
    columns,
    /**
     * Writes the spectrum of a channel: real parts, then imaginary parts, each [2048, columns].
     * @param out 2 · 2048 · columns numbers
     */
    forward(samples: Float32Array, out: Float32Array): void {
      mirror(samples);
      for (let column = 0; column < columns; column++) {
        const from = HOP * column;
        for (let i = 0; i < SIZE; i++) frame[i] = padded[from + i]! * window[i]! * FORWARD;
        fft.forward(frame, re, im);
        for (let bin = 0, at = column; bin < BINS; bin++, at += columns) {
          out[at] = re[bin]!;
          out[at + plane] = im[bin]!;
        }
      }
    },
    /** Adds the samples of a spectrum to `out` (`frames` samples). */
    addInverse(spectrum: Float32Array, out: Float32Array): void {
      padded.fill(0);
      re[BINS] = im[BINS] = 0;
      for (let column = 0; column < columns; column++) {
        for (let bin = 0, at = column; bin < BINS; bin++, at += columns) {
          re[bin] = spectrum[at]!;
          im[bin] = spectrum[at + plane]!;
        }
        fft.inverse(re, im, frame);
        const from = HOP * column;
        for (let i = 0; i < SIZE; i++) add(padded, from + i, frame[i]! * window[i]! * INVERSE);
      }
      for (let i = 0; i < frames; i++) add(out, i, padded[PAD + i]!);
    },
  };
}
