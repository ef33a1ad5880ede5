import {
  ADD,
  ADD_I32,
  advance,
  body,
  type Code,
  get,
  I32,
  load,
  loadSplat,
  loop,
  MULTIPLY,
  MULTIPLY_ADD,
  set,
  store,
  V128,
  ZERO,
} from "./wasm-code.ts";

/** Rows that the kernel works on at once; matrices are padded to a multiple of it. */
export const ROW_GROUP = 8;
/** Inputs that the kernel takes at once when it is given several: it reads the matrix once for them. */
export const BATCH = 4;

/**
 * out = bias + matrix · input, all float32, places in bytes.
 *
 * The matrix lies in groups of `ROW_GROUP` rows; in a group, column after column. Inputs of a batch
 * lie `inputStride` bytes apart, outputs `outStride`.
 */
export type MatrixProduct = (
  ...places: [
    matrix: number,
    input: number,
    bias: number,
    out: number,
    groups: number,
    /** Columns divided by `COLUMNS` */
    turns: number,
    inputStride: number,
    outStride: number,
  ]
) => void;

const LANES = 4;
const VECTORS = ROW_GROUP / LANES;
/** Columns that one turn of the inner loop takes; matrices are padded to a multiple of it. */
export const COLUMNS = 4;

/**
 * A product of `batch` inputs, as a function's body.
 * @param fused whether there are fused multiplications and additions
 */
export function assembleProduct(batch: number, fused: boolean): number[] {
  const [matrix, input, bias, out, groups, turns, inputStride, outStride] = [
    0, 1, 2, 3, 4, 5, 6, 7,
  ] as const;
  const left = 8;
  const ins = Array.from({ length: batch }, (_, i) => 9 + i);
  const to = 9 + batch;
  const value = to + 1;
  const first = value + 1;
  // With one input, sums are kept apart for each of the columns, or each would wait for the last.
  const apart = batch === 1 ? COLUMNS : 1;
  const sumOf = (frame: number, vector: number, column: number) =>
    first + (frame * apart + (column % apart)) * VECTORS + vector;
  const sums = batch * apart * VECTORS;
  const vectors = Array.from({ length: VECTORS }, (_, i) => i);
  const frames = ins.map((_, i) => i);

  const accumulate = (sum: number, factors: Code): Code =>
    fused
      ? [factors, get(sum), MULTIPLY_ADD, set(sum)]
      : [factors, MULTIPLY, get(sum), ADD, set(sum)];
  const column = (number: number): Code =>
    frames.map((frame) => [
      [get(ins[frame]!), loadSplat(4 * number), set(value)],
      vectors.map((vector) =>
        accumulate(sumOf(frame, vector, number), [
          get(matrix),
          load(16 * (VECTORS * number + vector)),
          get(value),
        ]),
      ),
    ]);
  const columnsAtOnce = Array.from({ length: COLUMNS }, (_, number) => column(number));
  const begin = frames.map((frame) => [
    Array.from({ length: apart }, (_, one) =>
      vectors.map((vector) => [
        one === 0 ? [get(bias), load(16 * vector)] : ZERO,
        set(sumOf(frame, vector, one)),
      ]),
    ),
    frame === 0 ? get(input) : [get(ins[frame - 1]!), get(inputStride), ADD_I32],
    set(ins[frame]!),
  ]);
  const end = frames.map((frame) => [
    frame === 0 ? get(out) : [get(to), get(outStride), ADD_I32],
    set(to),
    vectors.map((vector) => [
      get(to),
      get(sumOf(frame, vector, 0)),
      Array.from({ length: apart - 1 }, (_, one) => [get(sumOf(frame, vector, one + 1)), ADD]),
      store(16 * vector),
    ]),
  ]);
  return body(
    [
      [2 + batch, I32],
      [1 + sums, V128],
    ],
    loop(groups, [
      begin,
      [get(turns), set(left)],
      loop(left, [
        columnsAtOnce,
        ins.map((local) => advance(local, 4 * COLUMNS)),
        advance(matrix, 16 * VECTORS * COLUMNS),
      ]),
      end,
      advance(bias, 16 * VECTORS),
      advance(out, 16 * VECTORS),
    ]),
  );
}
