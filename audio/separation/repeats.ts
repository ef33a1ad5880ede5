import type { VectorMemory } from "../wasm/vector-memory.ts";
import { takeRows } from "./frame-history.ts";
import { MEDIAN_OF, type MedianKernel } from "./median-kernel.ts";

/** Bands by whose shape frames are compared. */
const BANDS = 48;
/** Hz of the first band's beginning and the last one's end. */
const LOWEST = 60;
const HIGHEST = 9000;
/** Frames on either side of one that are too near to be a repeat of it. */
const NEAR = 10;

/** Of two shapes, by four sums, so that none waits for another. */
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
  /** Hears the amplitudes of the next frame, and its levels, of which medians are found. */
  hear(amplitudes: Float32Array, level: Float32Array): void;
  /** Into `out`, what a frame has in common with those that are most like it: what repeats. */
  find(index: number, out: Float32Array): void;
}

/** Numbers that they take of a memory. */
export const repeatFloats = (stride: number, frames: number): number =>
  stride * (frames + MEDIAN_OF);

/**
 * REPET-SIM (Rafii and Pardo 2012), over the last `frames` frames: of each bin the median of the frames
 * whose spectra have the most similar shape. What comes once, as a voice does, is not in it.
 */
export function createRepeats(
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
  const places = new Int32Array(MEDIAN_OF);
  const edges = Int32Array.from({ length: BANDS + 1 }, (_, band) =>
    Math.min(bins - 1, Math.round((LOWEST * (HIGHEST / LOWEST) ** (band / BANDS)) / hertz)),
  );
  let heard = 0;
  const rowOf = (index: number) => levels[index % frames]!;
  /** Roots of the bands' amplitudes, brought to length 1. */
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
    hear(amplitudes, level) {
      rowOf(heard).set(level);
      describe(amplitudes, shapes[heard % frames]!);
      heard++;
    },
    find(index, out) {
      const own = shapes[index % frames]!;
      similar.fill(-1);
      places.fill(index);
      for (let other = Math.max(0, heard - frames); other < heard; other++) {
        if (Math.abs(other - index) < NEAR && other !== index) continue;
        const sum = product(own, shapes[other % frames]!);
        if (sum <= similar[MEDIAN_OF - 1]!) continue;
        // In their order: the most similar first.
        let place = MEDIAN_OF - 1;
        for (; place > 0 && similar[place - 1]! < sum; place--) {
          similar[place] = similar[place - 1]!;
          places[place] = places[place - 1]!;
        }
        similar[place] = sum;
        places[place] = other;
      }
      for (let i = 0; i < MEDIAN_OF; i++) chosen.set(rowOf(places[i]!), i * stride);
      median.ofRows(chosen, out);
    },
  };
}
