import type { VectorMemory } from "../wasm/vector-memory.ts";
import { type Bins, createBandKernel } from "./band-kernel.ts";

/** Bands of a spectrum. */
export const BANDS = 32;
/**
 * Band edges in bins of 50 Hz; the first and the last band are halves, and so are their neighbors.
 */
const EDGES = [
  0, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 32, 36, 41, 47, 53, 60, 68, 77, 87, 98, 110, 124, 140,
  157, 176, 198, 223, 251, 282, 317, 356, 400,
] as const;
/** Floats that these functions allocate in the memory. */
export const BAND_NUMBERS = 4096;

/** RNNoise's bands of spectra that are in a transform's memory. */
export function createBands(memory: VectorMemory) {
  const { take } = memory;
  const kernel = createBandKernel(memory, EDGES);
  const sums = take(4 * EDGES.length);
  const [first, second] = [take(EDGES.length), take(EDGES.length)];
  const toEdges = (bands: Float32Array, edges: Float32Array): Float32Array => {
    edges.set(bands, 1);
    edges[0] = bands[0]!;
    edges[BANDS + 1] = bands[BANDS - 1]!;
    return edges;
  };
  return {
    /** Cross-power of two spectra by band. */
    measure(a: Bins, b: Bins, bands: Float32Array): void {
      kernel.measure(a, b, sums);
      bands.set(sums.subarray(1, BANDS + 1));
      bands[0] = ((sums[0]! + sums[1]!) * 2) / 3;
      bands[BANDS - 1] = ((sums[BANDS]! + sums[BANDS + 1]!) * 2) / 3;
    },
    /** target = a + value · b, with values per band. */
    add: (a: Bins, b: Bins, values: Float32Array, target: Bins) =>
      kernel.add(a, b, toEdges(values, first), target),
    /**
     * target = value · other · a, with values and others per band; bins beyond the bands are not
     * changed.
     */
    multiply: (a: Bins, values: Float32Array, others: Float32Array, target: Bins) =>
      kernel.multiply(a, toEdges(values, first), toEdges(others, second), target),
  };
}

export type Bands = ReturnType<typeof createBands>;
