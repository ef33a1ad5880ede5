import { createFftKernel } from "#audio/signal/fft/fft-kernel.ts";
import { blackmanHarris } from "#audio/signal/windows.ts";
import { type SpectraRequest, SPECTRUM_LEVELS } from "../reading.ts";

/** Frames from which spectra of a column are taken at most; a longer column shows its middle. */
const MAX_FRAMES = 8192;
/** Spectra of a column at most. */
const MAX_MOMENTS = 4;
const { lowest, perDecibel } = SPECTRUM_LEVELS;
/** Power below all that is told apart, so that silence has a logarithm. */
const NOTHING = 1e-20;

/** Frames from a place on, which is not before the beginning; fewer where the sound ends. */
type Read = (from: number, count: number) => Promise<readonly Float32Array[]>;

/** A transform of one size, with its arrays. */
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
    /** Adds the powers of the samples from a place of `plane` on; beyond its ends there is silence. */
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
 * Makes spectra of ranges of a sound, column by column: of each, the mean power of up to four moments
 * in its loudest channel. Transforms are made once for each size.
 * @returns for each column `size / 2 + 1` levels, as `SPECTRUM_LEVELS` says; a tone between two bins is
 * up to 0.9 dB below its own in both
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
    /** Frame with which a moment of a column begins. */
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
