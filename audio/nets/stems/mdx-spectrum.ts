import type { MdxForm } from "#core/models/forms.ts";
import { createMixedFft } from "../../signal/fft/mixed-fft.ts";
import { hann } from "../../signal/windows.ts";

/** Samples between frames. */
export const HOP = 1024;

/** Samples covered by the spectrum columns. */
export const segmentFrames = ({ columns }: Pick<MdxForm, "columns">): number => HOP * (columns - 1);

/**
 * The Fourier transform of MDX-Net (`ConvTDFNetTrim` of kuielab/mdx-net, `torch.stft` and
 * `torch.istft`): frames centered on each 1024th sample, Hann window, reflected ends, lowest bins
 * only; the rest of the spectrum is lost. Half a frame at each end is attenuated, so segments
 * overlap by a frame.
 */
export function createMdxSpectrum({ fft: size, bins, columns }: MdxForm) {
  const fft = createMixedFft(size);
  const frames = segmentFrames({ columns });
  const pad = size / 2;
  const plane = bins * columns;
  const window = hann(size);
  const frame = new Float64Array(size);
  const re = new Float64Array(fft.bins);
  const im = new Float64Array(fft.bins);
  const padded = new Float64Array(frames + size);
  /** Sum of the squared windows at a sample; periodic with the hop. */
  const weights = Float64Array.from({ length: HOP }, (_, at) => {
    let sum = 0;
    for (let index = at; index < size; index += HOP) sum += window[index]! ** 2;
    return sum;
  });

  return {
    /** Writes the spectrum of a channel: real parts, then imaginary parts, each [bins, columns]. */
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
     * Samples of a spectrum, except half a frame at each end.
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
        const index = size + at;
        out[at] = padded[index]! / weights[index % HOP]!;
      }
    },
  };
}
