import {
  addProduct,
  advance,
  assembleModule,
  body,
  get,
  I32,
  instantiateWithMemory,
  load,
  load32Splat,
  loop,
  numbersTo,
  set,
  store,
  V128,
  assembleFusedIfSupported,
} from "../wasm/assembler.ts";
import { LANES, type VectorMemory } from "../wasm/vector-memory.ts";

/** Vectors of rows processed in parallel. */
const VECTORS = 8;
const BYTES = 4 * LANES;
const ROWS = VECTORS * LANES;

const groupsOf = (rows: number): number => Math.ceil(rows / ROWS);

/** A row-major matrix and a bias per row. */
export interface DenseLayer {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
  readonly columns: number;
}

/** Floats that a layer allocates in a memory, including its output. */
export const denseFloats = (rows: number, columns: number): number =>
  groupsOf(rows) * ROWS * (columns + 2);

/** `(matrix, input, bias, out, groups, columns)`; the columns of a group are contiguous. */
function assembleProduct(fused: boolean): number[] {
  const [matrix, input, bias, out, groups, columns] = [0, 1, 2, 3, 4, 5] as const;
  const [at, left] = [6, 7] as const;
  const value = 8;
  const vectors = numbersTo(VECTORS);
  const sum = (v: number) => value + 1 + v;
  return body(
    [
      [2, I32],
      [VECTORS + 1, V128],
    ],
    loop(groups, [
      vectors.map((v) => [get(bias), load(BYTES * v), set(sum(v))]),
      [get(input), set(at), get(columns), set(left)],
      loop(left, [
        [get(at), load32Splat(), set(value)],
        vectors.map((v) => addProduct(sum(v), [get(matrix), load(BYTES * v)], get(value), fused)),
        [advance(at, 4), advance(matrix, BYTES * VECTORS)],
      ]),
      vectors.map((v) => [get(out), get(sum(v)), store(BYTES * v)]),
      [advance(bias, BYTES * VECTORS), advance(out, BYTES * VECTORS)],
    ]),
  );
}

/** A layer with a fixed input array; `run` fills `out`. */
export interface DenseProduct {
  readonly out: Float32Array;
  /** out = biases + weights · input */
  run(): void;
}

/** Creates matrix-vector products in a memory. */
export function createDenseKernel({ memory, take }: VectorMemory) {
  const { product } = instantiateWithMemory<{ readonly product: (...all: number[]) => void }>(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([{ name: "product", parameters: 6, body: assembleProduct(fused) }]),
    ),
  );
  return ({ weights, biases, columns }: DenseLayer, input: Float32Array): DenseProduct => {
    const rows = biases.length;
    const groups = groupsOf(rows);
    const [matrix, bias] = [take(groups * ROWS * columns), take(groups * ROWS)];
    const out = take(groups * ROWS).subarray(0, rows);
    bias.set(biases);
    for (let row = 0; row < rows; row++) {
      const first = Math.floor(row / ROWS) * ROWS * columns + (row % ROWS);
      for (let i = 0; i < columns; i++) matrix[first + i * ROWS] = weights[row * columns + i]!;
    }
    const addresses = [matrix, input, bias, out].map(({ byteOffset }) => byteOffset);
    return { out, run: () => product(...addresses, groups, columns) };
  };
}
