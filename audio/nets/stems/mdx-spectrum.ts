import type { MdxForm } from "#core/models/forms.ts";
import { createMixedFft } from "../../signal/fft/mixed-fft.ts";
import { hann } from "../../signal/windows.ts";

/** From one frame to the next. */
export const HOP = 1024;

/** Samples that a spectrum of so many columns stands for. */
export const pieceOf = ({ columns }: Pick<MdxForm, "columns">): number => HOP * (columns - 1);

/**
 * The Fourier transform of MDX-Net (`ConvTDFNetTrim` of kuielab/mdx-net, `torch.stft` and
 * `torch.istft`): frames centred on each 1024th sample, Hann's window, ends mirrored, the lowest
 * bins only. What it leaves out above them is not in what comes back. Half a frame at each end
 * comes back softer than it was: pieces lie over each other by a frame.
 */
export function createMdxSpectrum({ fft: size, bins, columns }: MdxForm) {
  const fft = createMixedFft(size);
  const frames = pieceOf({ columns });
  const pad = size / 2;
  const plane = bins * columns;
  const window = hann(size);
  const frame = new Float64Array(size);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const padded = new Float64Array(frames + size);
  /** Squared windows that lie over a sample, which repeat with each hop. */
  const weights = Float64Array.from({ length: HOP }, (_, at) => {
    let sum = 0;
    for (let place = at; place < size; place += HOP) sum += window[place]! ** 2;
    return sum;
  });

  return {
    /** Writes the spectrum of a channel: real parts, then imaginary ones, each [bins, columns]. */
    forward(samples: Float32Array, out: Float32Array): void {
      padded.set(samples, pad);
      for (let at = 1; at <= pad; at++) {
        padded[pad - at] = samples[at]!;
        padded[pad + frames - 1 + at] = samples[frames - 1 - at]!;
      }
      for (let column = 0; column < columns; column++) {
        for (let at = 0; at < size; at++) frame[at] = padded[HOP * column + at]! * window[at]!;
        fft.forward(frame, re, im);
        for (let bin = 0, at = column; bin < bins; bin++, at += columns) {
          out[at] = re[bin]!;
          out[plane + at] = im[bin]!;
        }
      }
    },
    /**
     * The sound of such a spectrum, but for half a frame at each end.
     * @param out frames - fft numbers
     */
    inverse(spectrum: Float32Array, out: Float32Array): void {
      padded.fill(0);
      re.fill(0, bins);
      im.fill(0, bins);
      for (let column = 0; column < columns; column++) {
        for (let bin = 0, at = column; bin < bins; bin++, at += columns) {
          re[bin] = spectrum[at]!;
          im[bin] = spectrum[plane + at]!;
        }
        fft.inverse(re, im, frame);
        for (let at = 0; at < size; at++)
          padded[HOP * column + at] = padded[HOP * column + at]! + frame[at]! * window[at]!;
      }
      for (let at = 0; at < out.length; at++) {
        const place = size + at;
        out[at] = padded[place]! / weights[place % HOP]!;
      }
    },
  };
}
