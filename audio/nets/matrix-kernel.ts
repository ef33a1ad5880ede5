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

/** Block size of a kernel: inputs, and vectors of four rows. */
export interface MatrixBlock {
  readonly inputs: number;
  readonly vectors: number;
}
/**
 * Batched: each matrix element is loaded once for several inputs. Otherwise, each input element
 * once for many rows.
 */
export const BATCHED: MatrixBlock = { inputs: 4, vectors: 2 };
export const ONE: MatrixBlock = { inputs: 1, vectors: 8 };

const LANES = 4;
/** Columns whose products one instruction sums; they are interleaved for four rows. */
export const COLUMN_PAIR = 2;
/** Columns per iteration of the inner loop; matrices are padded to a multiple of it. */
export const COLUMNS_PER_ITERATION = 8 * COLUMN_PAIR;
/** Quantization steps of inputs on either side of zero. */
const INPUT_STEPS = 8191;
/** Maximum sum of the absolute weights of a row, so that sums fit in 32 bits. */
export const MAX_WEIGHT_SUM = Math.floor((2 ** 31 - 1) / INPUT_STEPS);
/** Inputs below this value count as silence. */
const TINY = 1e-30;

/**
 * out = bias + scale · factor · matrix · input: matrix and input are 16-bit, `factor` belongs to an
 * input (the same float four times) and `scale` to a row. Addresses in bytes.
 *
 * The matrix is divided into groups of rows, as many as the block has; within a group, pairs of
 * columns are consecutive. Each group is applied to all inputs before the next one. Inputs are
 * contiguous.
 */
export type MatrixProduct = (
  ...addresses: [
    matrix: number,
    input: number,
    factor: number,
    scale: number,
    bias: number,
    out: number,
    groups: number,
    /** Number of columns divided by `COLUMNS_PER_ITERATION` */
    turns: number,
    outStride: number,
    /** Number of inputs divided by that of the block */
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
    // With one input, each vector is used once and need not be kept in a local.
    inputs > 1 ? rows.map((vector) => [weights(pair, vector), set(loaded + vector)]) : [],
    ins.map((address, number) => [
      [get(address), load32Splat(4 * pair), set(value)],
      rows.map((vector) => [
        [get(sumOf(number, vector))],
        [inputs > 1 ? get(loaded + vector) : weights(pair, vector), get(value), I32X4_DOT_I16X8_S],
        [I32X4_ADD, set(sumOf(number, vector))],
      ]),
    ]),
  ];
  const begin = ins.map((address, number) => [
    rows.map((vector) => [ZERO, set(sumOf(number, vector))]),
    [get(from), set(address)],
    [get(from), get(turns), int(2 * COLUMNS_PER_ITERATION), I32_MUL, I32_ADD, set(from)],
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
          numbersTo(COLUMNS_PER_ITERATION / COLUMN_PAIR).map(multiply),
          ins.map((address) => advance(address, 2 * COLUMNS_PER_ITERATION)),
          advance(at, 4 * LANES * vectors * (COLUMNS_PER_ITERATION / COLUMN_PAIR)),
        ]),
        end,
      ]),
      [get(at), set(matrix)],
      [scale, bias, out].map((address) => advance(address, 4 * LANES * vectors)),
    ]),
  );
}

/**
 * `(from, to, factor, vectors)`: quantizes floats as the input of a product, and computes the
 * factor.
 */
export function assembleInput(): number[] {
  const [from, to, factor, vectors, at, left, x, maximum] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  return body(
    [
      [2, I32],
      [2, V128],
    ],
    [
      [constant(TINY), set(maximum), get(from), set(at), get(vectors), set(left)],
      loop(left, [
        [get(maximum), get(at), load(), F32X4_ABS, F32X4_PMAX, set(maximum)],
        advance(at, 16),
      ]),
      reduceLanes(maximum, F32X4_PMAX),
      [get(factor), get(maximum), constant(1 / INPUT_STEPS), F32X4_MUL, store()],
      [constant(INPUT_STEPS), get(maximum), F32X4_DIV, set(maximum)],
      loop(vectors, [
        [
          get(from),
          load(),
          get(maximum),
          F32X4_MUL,
          F32X4_NEAREST,
          I32X4_TRUNC_SAT_F32X4_S,
          set(x),
        ],
        [get(to), get(x), get(x), I16X8_NARROW_I32X4_S, storeLow64()],
        [advance(from, 16), advance(to, 8)],
      ]),
    ],
  );
}
