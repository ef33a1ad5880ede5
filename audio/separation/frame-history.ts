import type { Spectra } from "../signal/stft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { type LevelKernel, TINY } from "./level-kernel.ts";

/** Frames that are heard before one can be told. */
export const AHEAD = 32;
/** Frames of which a history is kept. */
export const ROWS = AHEAD + 4;
/** Frames over which level and width of the whole sound are averaged. */
const SLOW = 130;

/** A row of bins of each of the last frames. Those before the first frame are silent. */
export type Ring = (index: number) => Float32Array;

/** Rows of so many bins in a memory, `stride` numbers from one to the next, at least `bins`. */
export function takeRows(
  memory: VectorMemory,
  ...[count, stride, bins]: [count: number, stride: number, bins: number]
): Float32Array[] {
  const all = memory.take(count * stride);
  return Array.from({ length: count }, (_, i) => all.subarray(i * stride, i * stride + bins));
}

/** @param stride from one row to the next, at least `bins` */
export function createRing(memory: VectorMemory, bins: number, stride: number): Ring {
  const rows = takeRows(memory, ROWS, stride, bins);
  return (index) => rows[(index + ROWS) % ROWS]!;
}

/** What is measured of the frames as they come. */
export interface FrameLevels {
  /** Measures a frame, and each bin's amplitude. */
  hear(index: number, spectra: Spectra, amplitudes: Float32Array): void;
  /** Logarithm of each bin's amplitude. */
  readonly level: Ring;
  /** Power of both channels, twice what they have in common, and by how much the first is louder. */
  readonly power: Ring;
  readonly same: Ring;
  readonly unlike: Ring;
  /** How much a frame rises over the one before. */
  onset(index: number): number;
  /** Logarithm of the sound's amplitude up to a frame, and of the share that is not common (of ten). */
  loudness(index: number): number;
  side(index: number): number;
}

/** @param kernel over the memory in which the rings, all spectra and amplitudes lie */
export function createFrameLevels(
  ring: () => Ring,
  bins: number,
  kernel: LevelKernel,
): FrameLevels {
  const [level, power, same, unlike] = [ring(), ring(), ring(), ring()];
  const onsets = new Float32Array(ROWS);
  const loudness = new Float32Array(ROWS);
  const sides = new Float32Array(ROWS);
  const slow = { power: 0, side: 0, frames: 0 };

  const average = (slot: number, energy: number, side: number) => {
    const share = 1 / Math.min(++slow.frames, SLOW);
    slow.power += share * (energy - slow.power);
    slow.side += share * (side - slow.side);
    loudness[slot] = Math.log(Math.sqrt(slow.power / bins) + TINY);
    // Of one channel nothing is left but rounding, which may be below 0.
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
    hear(index, { re, im }, amplitudes) {
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

/** Where each bin stands between the channels, over three bins and frames. */
export interface FramePlaces {
  /** Finds the places of a frame, whose next one has been heard. */
  find(index: number): void;
  /** Similarity of the channels, −1 to 1. */
  readonly centre: Ring;
  /** How far one is louder than the other, 0 to 1. */
  readonly aside: Ring;
}

export function createFramePlaces(
  ring: () => Ring,
  { power, same, unlike }: FrameLevels,
  bins: number,
): FramePlaces {
  const [centre, aside] = [ring(), ring()];
  const sums = new Float32Array(bins);
  const blurred = new Float32Array(bins);
  /** Three bins and frames around each bin of a frame, added up into `out`. */
  const blur = (rowOf: Ring, index: number, out: Float32Array) => {
    const [a, b, c] = [rowOf(index - 1), rowOf(index), rowOf(index + 1)];
    for (let k = 0; k < bins; k++) blurred[k] = a[k]! + b[k]! + c[k]!;
    for (let k = 0; k < bins; k++)
      out[k] = (blurred[k - 1] ?? 0) + blurred[k]! + (blurred[k + 1] ?? 0);
  };
  return {
    centre,
    aside,
    find(index) {
      const [similar, apart] = [centre(index), aside(index)];
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
