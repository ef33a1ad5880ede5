import {
  ADD,
  ADD_I32,
  advance,
  body,
  type Code,
  get,
  I32,
  int,
  load,
  loadSplat,
  loop,
  MULTIPLY,
  MULTIPLY_ADD,
  MULTIPLY_I32,
  set,
  store,
  V128,
  ZERO,
} from "./wasm-code.ts";

/** Rows that the kernel works on at once; matrices are padded to a multiple of it. */
export const ROW_GROUP = 8;
/** Inputs for which each number of the matrix is loaded once, when there are several. */
export const TOGETHER = 4;

/**
 * out = bias + matrix · input, all float32, places in bytes.
 *
 * The matrix lies in groups of `ROW_GROUP` rows; in a group, column after column. Each group is read
 * for all inputs before the next one. Inputs lie behind each other, outputs `outStride` bytes apart.
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
    outStride: number,
    /** Inputs divided by those that the kernel takes at once */
    parts: number,
  ]
) => void;

const LANES = 4;
const VECTORS = ROW_GROUP / LANES;
/** Columns that one turn of the inner loop takes; matrices are padded to a multiple of it. */
export const COLUMNS = 4;

/**
 * Products of `batch` inputs at once, as a function's body.
 * @param fused whether there are fused multiplications and additions
 */
export function assembleProduct(batch: number, fused: boolean): number[] {
  const [matrix, input, bias, out, groups, turns, outStride, parts] = [
    0, 1, 2, 3, 4, 5, 6, 7,
  ] as const;
  const [left, partsLeft, at, from, to] = [8, 9, 10, 11, 12] as const;
  const ins = Array.from({ length: batch }, (_, i) => 13 + i);
  const value = 13 + batch;
  const loaded = value + 1;
  const first = loaded + VECTORS;
  // With one input, sums are kept apart for each of the columns, or each would wait for the last.
  const apart = batch === 1 ? COLUMNS : 1;
  const sumOf = (frame: number, vector: number, column: number) =>
    first + (frame * apart + (column % apart)) * VECTORS + vector;
  const sums = batch * apart * VECTORS;
  const vectors = Array.from({ length: VECTORS }, (_, i) => i);
  const frames = ins.map((_, i) => i);

  const accumulate = (sum: number, vector: number): Code => [
    [get(loaded + vector), get(value)],
    fused ? [get(sum), MULTIPLY_ADD] : [MULTIPLY, get(sum), ADD],
    set(sum),
  ];
  const column = (number: number): Code => [
    vectors.map((vector) => [
      [get(at), load(16 * (VECTORS * number + vector))],
      set(loaded + vector),
    ]),
    frames.map((frame) => [
      [get(ins[frame]!), loadSplat(4 * number), set(value)],
      vectors.map((vector) => accumulate(sumOf(frame, vector, number), vector)),
    ]),
  ];
  const columnsAtOnce = Array.from({ length: COLUMNS }, (_, number) => column(number));
  const begin = frames.map((frame) => [
    Array.from({ length: apart }, (_, one) =>
      vectors.map((vector) => [
        one === 0 ? [get(bias), load(16 * vector)] : ZERO,
        set(sumOf(frame, vector, one)),
      ]),
    ),
    [get(from), set(ins[frame]!)],
    [get(from), get(turns), int(4 * COLUMNS), MULTIPLY_I32, ADD_I32, set(from)],
  ]);
  const end = frames.map((frame) => [
    vectors.map((vector) => [
      get(to),
      get(sumOf(frame, vector, 0)),
      Array.from({ length: apart - 1 }, (_, one) => [get(sumOf(frame, vector, one + 1)), ADD]),
      store(16 * vector),
    ]),
    [get(to), get(outStride), ADD_I32, set(to)],
  ]);
  const locals = [
    [5 + batch, I32],
    [1 + VECTORS + sums, V128],
  ] as const;
  return body(
    locals,
    loop(groups, [
      [get(input), set(from), get(out), set(to), get(parts), set(partsLeft)],
      loop(partsLeft, [
        begin,
        [get(matrix), set(at), get(turns), set(left)],
        loop(left, [
          columnsAtOnce,
          ins.map((local) => advance(local, 4 * COLUMNS)),
          advance(at, 16 * VECTORS * COLUMNS),
        ]),
        end,
      ]),
      [get(at), set(matrix)],
      advance(bias, 16 * VECTORS),
      advance(out, 16 * VECTORS),
    ]),
  );
}
