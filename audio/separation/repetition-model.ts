import type { VectorMemory } from "../wasm/vector-memory.ts";
import { takeRows } from "./frame-history.ts";
import { MEDIAN_OF, type MedianKernel } from "./median-kernel.ts";

/** Bands whose levels describe a frame. */
const BANDS = 48;
/** Lower edge of the first band and upper edge of the last one in Hz. */
const LOWEST = 60;
const HIGHEST = 9000;
/** Minimum distance in frames of a repetition. */
const MIN_DISTANCE = 10;

/** Dot product in four sums, so that none waits for another. */
function product(one: Float32Array, other: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let band = 0; band < BANDS; band += 4) {
    a += one[band]! * other[band]!;
    b += one[band + 1]! * other[band + 1]!;
    c += one[band + 2]! * other[band + 2]!;
    d += one[band + 3]! * other[band + 3]!;
  }
  return a + b + (c + d);
}

export interface Repeats {
  /** Adds the amplitudes of the next frame, and its levels for the medians. */
  addFrame(amplitudes: Float32Array, level: Float32Array): void;
  /** Writes to `out` the repeating part of a frame: the median of the most similar frames. */
  find(index: number, out: Float32Array): void;
}

/** Floats that it allocates in a memory. */
export const repetitionFloats = (stride: number, frames: number): number =>
  stride * (frames + MEDIAN_OF);

/**
 * REPET-SIM (Rafii and Pardo 2012) over the last `frames` frames: for each bin, the median over the
 * frames with the most similar spectra. Non-repeating sounds, such as a voice, are not in it.
 */
export function createRepetitionModel(
  memory: VectorMemory,
  median: MedianKernel,
  shape: {
    readonly bins: number;
    readonly stride: number;
    readonly hertz: number;
    readonly frames: number;
  },
): Repeats {
  const { bins, stride, hertz, frames } = shape;
  const levels = takeRows(memory, frames, stride, bins);
  const chosen = memory.take(MEDIAN_OF * stride);
  const shapes = Array.from({ length: frames }, () => new Float32Array(BANDS));
  const similar = new Float32Array(MEDIAN_OF);
  const frameIndices = new Int32Array(MEDIAN_OF);
  const edges = Int32Array.from({ length: BANDS + 1 }, (_, band) =>
    Math.min(bins - 1, Math.round((LOWEST * (HIGHEST / LOWEST) ** (band / BANDS)) / hertz)),
  );
  let frameCount = 0;
  const rowOf = (index: number) => levels[index % frames]!;
  /** Square roots of the band amplitudes, normalized to length 1. */
  const describe = (amplitudes: Float32Array, out: Float32Array) => {
    let energy = 1e-12;
    for (let band = 0; band < BANDS; band++) {
      let sum = 0;
      const last = Math.max(edges[band]! + 1, edges[band + 1]!);
      for (let k = edges[band]!; k < last; k++) sum += amplitudes[k]!;
      out[band] = Math.sqrt(sum);
      energy += sum;
    }
    const factor = 1 / Math.sqrt(energy);
    for (let band = 0; band < BANDS; band++) out[band] = out[band]! * factor;
  };
  return {
    addFrame(amplitudes, level) {
      rowOf(frameCount).set(level);
      describe(amplitudes, shapes[frameCount % frames]!);
      frameCount++;
    },
    find(index, out) {
      const own = shapes[index % frames]!;
      similar.fill(-1);
      frameIndices.fill(index);
      for (let other = Math.max(0, frameCount - frames); other < frameCount; other++) {
        if (Math.abs(other - index) < MIN_DISTANCE && other !== index) continue;
        const sum = product(own, shapes[other % frames]!);
        if (sum <= similar[MEDIAN_OF - 1]!) continue;
        // Sorted by similarity, most similar first.
        let slot = MEDIAN_OF - 1;
        for (; slot > 0 && similar[slot - 1]! < sum; slot--) {
          similar[slot] = similar[slot - 1]!;
          frameIndices[slot] = frameIndices[slot - 1]!;
        }
        similar[slot] = sum;
        frameIndices[slot] = other;
      }
      for (let i = 0; i < MEDIAN_OF; i++) chosen.set(rowOf(frameIndices[i]!), i * stride);
      median.ofRows(chosen, out);
    },
  };
}
