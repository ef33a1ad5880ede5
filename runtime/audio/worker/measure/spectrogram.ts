import { createFftKernel } from "#audio/signal/fft/fft-kernel.ts";
import { blackmanHarris } from "#audio/signal/windows.ts";
import { type SpectraRequest, SPECTRUM_LEVELS } from "../reading.ts";

/** Maximum number of frames used for a column; a longer column is represented by its middle. */
const MAX_FRAMES = 8192;
/** Maximum number of spectra per column. */
const MAX_MOMENTS = 4;
const { lowest, perDecibel } = SPECTRUM_LEVELS;
/** Minimum power, which keeps the logarithm of silence finite. */
const NOTHING = 1e-20;

/** Reads frames from a position that is not negative; fewer at the end of the sound. */
type Read = (from: number, count: number) => Promise<readonly Float32Array[]>;

/** An FFT of one size with its buffers. */
function createBench(size: number) {
  const bins = size / 2 + 1;
  const fft = createFftKernel(size, 2 * size + 2 * bins + 16);
  const [window, samples] = [fft.take(size), fft.take(size)];
  const [re, im] = [fft.take(bins), fft.take(bins)];
  const shape = blackmanHarris(size);
  const half = shape.reduce((sum, factor) => sum + factor, 0) / 2;
  // A sine at full scale has the power 1.
  window.set(shape.map((factor) => factor / half));
  return {
    bins,
    /**
     * Adds the power spectrum of the samples of `plane` from a position on; beyond its ends there
     * is silence.
     */
    addPowers(plane: Float32Array, at: number, powers: Float32Array): void {
      const first = Math.max(0, at);
      samples.fill(0);
      samples.set(plane.subarray(first, Math.max(first, at + size)), Math.min(size, first - at));
      fft.forward(samples, window, re, im);
      for (let bin = 0; bin < bins; bin++)
        powers[bin] = powers[bin]! + re[bin]! * re[bin]! + im[bin]! * im[bin]!;
    },
  };
}

/**
 * Computes spectra column by column: the mean power of up to four moments in the loudest channel.
 * FFTs are created once per size.
 * @returns `size / 2 + 1` levels per column, as in `SPECTRUM_LEVELS`; a tone between two bins is up
 *   to 0.9 dB lower in both
 */
export function createSpectrograph() {
  const benches = new Map<number, ReturnType<typeof createBench>>();
  return async (
    { from, step, columns, size }: SpectraRequest,
    read: Read,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const bench = benches.get(size) ?? createBench(size);
    benches.set(size, bench);
    const { bins } = bench;
    const frames = Math.min(step, MAX_FRAMES);
    const moments = Math.min(MAX_MOMENTS, Math.ceil((2 * frames) / size));
    const margin = Math.floor((step - frames + frames / moments - size) / 2);
    /** First frame of a moment of a column. */
    const positionOf = (column: number, moment: number): number =>
      from + column * step + margin + Math.floor((moment * frames) / moments);
    const together = Math.max(1, Math.floor(MAX_FRAMES / step));
    const levels = new Uint8Array(columns * bins);
    for (let first = 0; first < columns; first += together) {
      const end = Math.min(columns, first + together);
      const start = Math.max(0, positionOf(first, 0));
      const block = await read(start, Math.max(0, positionOf(end - 1, moments - 1) + size - start));
      const powers = block.map(() => new Float32Array(bins));
      for (let column = first; column < end; column++) {
        for (const [channel, plane] of block.entries()) {
          powers[channel]!.fill(0);
          for (let moment = 0; moment < moments; moment++)
            bench.addPowers(plane, positionOf(column, moment) - start, powers[channel]!);
        }
        for (let bin = 0; bin < bins; bin++) {
          const max = powers.reduce((loudest, channel) => Math.max(loudest, channel[bin]!), 0);
          const decibels = 10 * Math.log10(max / moments + NOTHING);
          const level = Math.round((decibels - lowest) * perDecibel);
          levels[column * bins + bin] = Math.max(0, Math.min(255, level));
        }
      }
    }
    return levels;
  };
}
