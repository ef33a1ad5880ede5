import {
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateWithMemory,
  F32X4_PMIN,
  load,
  loop,
  F32X4_PMAX,
  numbersTo,
  set,
  store,
  V128,
} from "../wasm/assembler.ts";
import { LANES, type VectorMemory } from "../wasm/vector-memory.ts";

/** Number of values per median. */
export const MEDIAN_OF = 17;

/** SIMD medians of rows in a memory. */
export interface MedianKernel {
  /** Medians across the first `MEDIAN_OF` rows, `stride` floats apart, into `out`. */
  ofRows(rows: Float32Array, out: Float32Array): void;
  /** `out[i]` becomes the median of `row[i]` to `row[i + MEDIAN_OF - 1]`. */
  ofNeighbors(row: Float32Array, out: Float32Array): void;
}

type Exchange = readonly [low: number, high: number];

/**
 * Batcher's odd-even merge sort (Knuth 5.3.4), without exchanges that involve indices beyond
 * `count`.
 */
function sortingNetwork(count: number): Exchange[] {
  const exchanges: Exchange[] = [];
  const size = 2 ** Math.ceil(Math.log2(count));
  for (let p = 1; p < size; p *= 2)
    for (let k = p; k >= 1; k /= 2)
      for (let j = k % p; j + k < size; j += 2 * k)
        for (let i = 0; i < Math.min(k, size - j - k); i++) {
          const [low, high] = [i + j, i + j + k];
          if (Math.floor(low / (2 * p)) === Math.floor(high / (2 * p)) && high < count)
            exchanges.push([low, high]);
        }
  return exchanges;
}

/**
 * The part of the network that the median depends on: minimum, maximum or both of each exchange.
 */
function medianSteps(count: number): { exchange: Exchange; low: boolean; high: boolean }[] {
  const needed = new Set([count >> 1]);
  const steps = [];
  for (const exchange of sortingNetwork(count).toReversed()) {
    const [low, high] = [needed.has(exchange[0]), needed.has(exchange[1])];
    if (!low && !high) continue;
    needed.add(exchange[0]).add(exchange[1]);
    steps.push({ exchange, low, high });
  }
  return steps.toReversed();
}

/** `(from, out, vectors)`; the values of one median are `step` bytes apart. */
function assembleMedian(step: number): number[] {
  const [from, out, left] = [0, 1, 2] as const;
  const value = (i: number) => 3 + i;
  const spare = value(MEDIAN_OF);
  const code: Code = medianSteps(MEDIAN_OF).map(({ exchange: [a, b], low, high }) => {
    const [x, y] = [value(a), value(b)];
    const minimum: Code = [get(x), get(y), F32X4_PMIN];
    const maximum: Code = [get(x), get(y), F32X4_PMAX];
    if (low && high) return [minimum, set(spare), maximum, set(y), get(spare), set(x)];
    return low ? [minimum, set(x)] : [maximum, set(y)];
  });
  return body(
    [[MEDIAN_OF + 1, V128]],
    loop(left, [
      numbersTo(MEDIAN_OF).map((i) => [get(from), load(i * step), set(value(i))]),
      code,
      [get(out), get(value(MEDIAN_OF >> 1)), store()],
      [advance(from, 4 * LANES), advance(out, 4 * LANES)],
    ]),
  );
}

type Work = (from: number, out: number, vectors: number) => void;

/** @param stride floats between rows, a multiple of 4; `out` has room for whole vectors */
export function createMedianKernel({ memory }: VectorMemory, stride: number): MedianKernel {
  const kernels = instantiateWithMemory<Readonly<Record<"ofRows" | "ofNeighbours", Work>>>(
    memory,
    assembleModule([
      { name: "ofRows", parameters: 3, body: assembleMedian(4 * stride) },
      { name: "ofNeighbours", parameters: 3, body: assembleMedian(4) },
    ]),
  );
  const vectorsOf = (out: Float32Array) => Math.ceil(out.length / LANES);
  return {
    ofRows: (rows, out) => kernels.ofRows(rows.byteOffset, out.byteOffset, vectorsOf(out)),
    ofNeighbors: (row, out) => kernels.ofNeighbours(row.byteOffset, out.byteOffset, vectorsOf(out)),
  };
}
