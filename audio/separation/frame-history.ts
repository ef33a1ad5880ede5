import type { Spectra } from "../signal/stft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { type LevelKernel, TINY } from "./level-kernel.ts";

/** Frames of look-ahead. */
export const LOOKAHEAD = 32;
/** Frames in the history. */
export const ROWS = LOOKAHEAD + 4;
/** Frames over which level and width of the whole sound are averaged. */
const AVERAGING_FRAMES = 130;

/** A row of bins for each of the last frames. Frames before the first one are zero. */
export type RowHistory = (index: number) => Float32Array;

/** Allocates rows of `bins` values, `stride` floats apart (at least `bins`). */
export function takeRows(
  memory: VectorMemory,
  ...[count, stride, bins]: [count: number, stride: number, bins: number]
): Float32Array[] {
  const all = memory.take(count * stride);
  return Array.from({ length: count }, (_, i) => all.subarray(i * stride, i * stride + bins));
}

/** @param stride floats between rows, at least `bins` */
export function createRowHistory(memory: VectorMemory, bins: number, stride: number): RowHistory {
  const rows = takeRows(memory, ROWS, stride, bins);
  return (index) => rows[(index + ROWS) % ROWS]!;
}

/** Measurements of frames as they arrive. */
export interface FrameLevels {
  /** Measures a frame and writes each bin's amplitude. */
  addFrame(index: number, spectra: Spectra, amplitudes: Float32Array): void;
  /** Log amplitude of each bin. */
  readonly level: RowHistory;
  /** Power of both channels, twice their cross-power, and the level difference. */
  readonly power: RowHistory;
  readonly same: RowHistory;
  readonly unlike: RowHistory;
  /** Rise in level relative to the previous frame. */
  onset(index: number): number;
  /** Log of the average amplitude, and of the side-to-total ratio (divided by ten). */
  loudness(index: number): number;
  side(index: number): number;
}

/** @param kernel over the memory that holds the histories, spectra and amplitudes */
export function createFrameLevels(
  ring: () => RowHistory,
  bins: number,
  kernel: LevelKernel,
): FrameLevels {
  const [level, power, same, unlike] = [ring(), ring(), ring(), ring()];
  const onsets = new Float32Array(ROWS);
  const loudness = new Float32Array(ROWS);
  const sides = new Float32Array(ROWS);
  const slow = { power: 0, side: 0, frames: 0 };

  const average = (slot: number, energy: number, side: number) => {
    const share = 1 / Math.min(++slow.frames, AVERAGING_FRAMES);
    slow.power += share * (energy - slow.power);
    slow.side += share * (side - slow.side);
    loudness[slot] = Math.log(Math.sqrt(slow.power / bins) + TINY);
    // For mono, only rounding errors are left, which may be negative.
    const apart = (Math.max(0, slow.side) + TINY) / (slow.power + TINY);
    sides[slot] = Math.max(-3, Math.log10(apart));
  };

  return {
    level,
    power,
    same,
    unlike,
    onset: (index) => onsets[index % ROWS]!,
    loudness: (index) => loudness[index % ROWS]!,
    side: (index) => sides[index % ROWS]!,
    addFrame(index, { re, im }, amplitudes) {
      const [first, second = first] = re as [Float32Array, Float32Array?];
      const [imaginary, other = imaginary] = im as [Float32Array, Float32Array?];
      const { energy, side, rise } = kernel.measure(
        [first, imaginary, second, other],
        {
          power: power(index),
          same: same(index),
          unlike: unlike(index),
          amplitudes,
          level: level(index),
        },
        level(index - 1),
      );
      onsets[index % ROWS] = index === 0 ? 0 : rise / bins;
      average(index % ROWS, energy, side);
    },
  };
}

/** Stereo position of each bin, averaged over three bins and frames. */
export interface StereoPositions {
  /** Computes the positions of a frame whose next frame has been added. */
  find(index: number): void;
  /** Correlation of the channels, −1 to 1. */
  readonly center: RowHistory;
  /** Level difference of the channels, 0 to 1. */
  readonly panning: RowHistory;
}

export function createStereoPositions(
  ring: () => RowHistory,
  { power, same, unlike }: FrameLevels,
  bins: number,
): StereoPositions {
  const [center, panning] = [ring(), ring()];
  const sums = new Float32Array(bins);
  const blurred = new Float32Array(bins);
  /** Sums three bins and frames around each bin of a frame into `out`. */
  const blur = (rowOf: RowHistory, index: number, out: Float32Array) => {
    const [a, b, c] = [rowOf(index - 1), rowOf(index), rowOf(index + 1)];
    for (let k = 0; k < bins; k++) blurred[k] = a[k]! + b[k]! + c[k]!;
    for (let k = 0; k < bins; k++)
      out[k] = (blurred[k - 1] ?? 0) + blurred[k]! + (blurred[k + 1] ?? 0);
  };
  return {
    center,
    panning,
    find(index) {
      const [similar, apart] = [center(index), panning(index)];
      blur(power, index, sums);
      blur(same, index, similar);
      blur(unlike, index, apart);
      for (let k = 0; k < bins; k++) {
        const part = 1 / (sums[k]! + TINY * TINY);
        similar[k] = similar[k]! * part;
        apart[k] = Math.abs(apart[k]!) * part;
      }
    },
  };
}
