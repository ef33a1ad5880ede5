import {
  F32X4_ABS,
  reduceLanes,
  F32X4_ADD,
  I32_ADD,
  I32X4_ADD,
  advance,
  body,
  type Code,
  constant,
  F32X4_DIV,
  I32X4_DOT_I16X8_S,
  F32X4_CONVERT_I32X4_S,
  get,
  I32,
  I32X4_TRUNC_SAT_F32X4_S,
  int,
  load,
  load32Splat,
  loop,
  F32X4_MUL,
  I32_MUL,
  I16X8_NARROW_I32X4_S,
  F32X4_NEAREST,
  numbersTo,
  F32X4_PMAX,
  set,
  store,
  storeLow64,
  V128,
  ZERO,
} from "../wasm/assembler.ts";

/** What a kernel works on at once: inputs, and vectors of four rows. */
export interface MatrixBlock {
  readonly inputs: number;
  readonly vectors: number;
}
/** Each number of the matrix is loaded once for several inputs, or each of the only input for many rows. */
export const SEVERAL: MatrixBlock = { inputs: 4, vectors: 2 };
export const ONE: MatrixBlock = { inputs: 1, vectors: 8 };

const LANES = 4;
/** Columns whose products are summed by one instruction; they lie side by side, four rows of them. */
export const COLUMN_PAIR = 2;
/** Columns that one turn of the inner loop takes; matrices are padded to a multiple of it. */
export const COLUMNS = 8 * COLUMN_PAIR;
/** Inputs are whole numbers of so many steps on either side of zero, the largest so many. */
const INPUT_STEPS = 8191;
/** What the weights of a row may add up to, or a sum would not fit into 32 bits. */
export const MOST_WEIGHTS = Math.floor((2 ** 31 - 1) / INPUT_STEPS);
/** Below, an input counts as silence. */
const TINY = 1e-30;

/**
 * out = bias + scale · factor · matrix · input: matrix and input are of 16 bits, `factor` belongs
 * to an input (four times the same float) and `scale` to a row. Places in bytes.
 *
 * The matrix lies in groups of rows, as many as the block has; in a group, pair of columns after
 * pair of columns. Each group is read for all inputs before the next one. Inputs lie behind each
 * other.
 */
export type MatrixProduct = (
  ...places: [
    matrix: number,
    input: number,
    factor: number,
    scale: number,
    bias: number,
    out: number,
    groups: number,
    /** Columns divided by `COLUMNS` */
    turns: number,
    outStride: number,
    /** Inputs divided by those of the block */
    parts: number,
  ]
) => void;

/** The body of a `MatrixProduct`. */
export function assembleProduct({ inputs, vectors }: MatrixBlock): number[] {
  const [matrix, input, factor, scale, bias, out, groups, turns, outStride, parts] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const [left, partsLeft, at, from, to, factorAt] = [10, 11, 12, 13, 14, 15] as const;
  const ins = numbersTo(inputs).map((i) => 16 + i);
  const value = 16 + inputs;
  const loaded = value + 1;
  const rows = numbersTo(vectors);
  const sumOf = (number: number, vector: number) => loaded + vectors + number * vectors + vector;

  const weights = (pair: number, vector: number): Code => [
    get(at),
    load(16 * (vectors * pair + vector)),
  ];
  const multiply = (pair: number): Code => [
    // With one input each vector is used once, and need not be kept.
    inputs > 1 ? rows.map((vector) => [weights(pair, vector), set(loaded + vector)]) : [],
    ins.map((place, number) => [
      [get(place), load32Splat(4 * pair), set(value)],
      rows.map((vector) => [
        [get(sumOf(number, vector))],
        [inputs > 1 ? get(loaded + vector) : weights(pair, vector), get(value), I32X4_DOT_I16X8_S],
        [I32X4_ADD, set(sumOf(number, vector))],
      ]),
    ]),
  ];
  const begin = ins.map((place, number) => [
    rows.map((vector) => [ZERO, set(sumOf(number, vector))]),
    [get(from), set(place)],
    [get(from), get(turns), int(2 * COLUMNS), I32_MUL, I32_ADD, set(from)],
  ]);
  const end = ins.map((_, number) => [
    [get(factorAt), load(), set(value), advance(factorAt, 16)],
    rows.map((vector) => [
      [get(to), get(sumOf(number, vector)), F32X4_CONVERT_I32X4_S, get(value), F32X4_MUL],
      [get(scale), load(16 * vector), F32X4_MUL, get(bias), load(16 * vector), F32X4_ADD],
      store(16 * vector),
    ]),
    [get(to), get(outStride), I32_ADD, set(to)],
  ]);
  return body(
    [
      [6 + inputs, I32],
      [1 + vectors + inputs * vectors, V128],
    ],
    loop(groups, [
      [get(input), set(from), get(out), set(to), get(factor), set(factorAt)],
      [get(parts), set(partsLeft)],
      loop(partsLeft, [
        begin,
        [get(matrix), set(at), get(turns), set(left)],
        loop(left, [
          numbersTo(COLUMNS / COLUMN_PAIR).map(multiply),
          ins.map((place) => advance(place, 2 * COLUMNS)),
          advance(at, 4 * LANES * vectors * (COLUMNS / COLUMN_PAIR)),
        ]),
        end,
      ]),
      [get(at), set(matrix)],
      [scale, bias, out].map((place) => advance(place, 4 * LANES * vectors)),
    ]),
  );
}

/** `(from, to, factor, vectors)`: floats as an input of a product, and its factor. */
export function assembleInput(): number[] {
  const [from, to, factor, vectors, at, left, x, most] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  return body(
    [
      [2, I32],
      [2, V128],
    ],
    [
      [constant(TINY), set(most), get(from), set(at), get(vectors), set(left)],
      loop(left, [[get(most), get(at), load(), F32X4_ABS, F32X4_PMAX, set(most)], advance(at, 16)]),
      reduceLanes(most, F32X4_PMAX),
      [get(factor), get(most), constant(1 / INPUT_STEPS), F32X4_MUL, store()],
      [constant(INPUT_STEPS), get(most), F32X4_DIV, set(most)],
      loop(vectors, [
        [get(from), load(), get(most), F32X4_MUL, F32X4_NEAREST, I32X4_TRUNC_SAT_F32X4_S, set(x)],
        [get(to), get(x), get(x), I16X8_NARROW_I32X4_S, storeLow64()],
        [advance(from, 16), advance(to, 8)],
      ]),
    ],
  );
}
