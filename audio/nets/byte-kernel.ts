import {
  F32X4_ADD,
  I32_ADD,
  I32X4_ADD,
  I32X4_EXTADD_PAIRWISE_I16X8_S,
  advance,
  assembleModule,
  body,
  type Code,
  I32X4_DOT_I16X8_S,
  I16X8_RELAXED_DOT_I8X16_I7X16_S,
  EVEN_LANES,
  float,
  F32X4_CONVERT_I32X4_S,
  F32X4_FLOOR,
  get,
  I32,
  I32X4_TRUNC_SAT_F32X4_S,
  instantiateWithMemory,
  int,
  load,
  load32Splat,
  load64Splat,
  load8x8,
  loop,
  F32X4_MUL,
  I16X8_NARROW_I32X4_S,
  I8X16_NARROW_I16X8_S,
  I8X16_NARROW_I16X8_U,
  numbersTo,
  ODD_LANES,
  set,
  F32X4_SPLAT,
  I16X8_SPLAT,
  store,
  storeLow64,
  store32Lane,
  V128,
  ZERO,
} from "../wasm/assembler.ts";

/** Rows of a tile; four columns of each row are contiguous. */
export const TILE_ROWS = 8;
const TILE_COLUMNS = 4;
const TILE_BYTES = TILE_ROWS * TILE_COLUMNS;

/**
 * Orders tiles as a product reads them, so that access is sequential.
 * @param weights tiles, those of eight rows contiguous
 * @param together number of tiles of the same columns that a block processes at once
 */
export function orderTiles(weights: Int8Array, columns: number, together: number): Int8Array {
  const ordered = new Int8Array(weights.length);
  const across = columns / TILE_COLUMNS;
  for (let tile = 0; tile < weights.length / TILE_BYTES; tile++) {
    const [row, column] = [Math.floor(tile / across), tile % across];
    const first = row - (row % together);
    const index = first * across + column * together + (row % together);
    const from = tile * TILE_BYTES;
    ordered.set(weights.subarray(from, from + TILE_BYTES), index * TILE_BYTES);
  }
  return ordered;
}
/** Tiles per iteration of the inner loop; the number of columns is a multiple of it. */
const TILES_PER_ITERATION = 4;
/** Quantization steps of inputs on either side of zero. */
export const INPUT_SCALE = 127;

/**
 * Format of quantized inputs, which depends on the machine: 16-bit multiplication works everywhere.
 * Relaxed SIMD multiplies 8-bit inputs, which the machine treats as signed or unsigned. The results
 * are bit-identical.
 */
export type ByteFormat = "words" | "signed" | "unsigned";

export const bytesOfInput = (form: ByteFormat): 1 | 2 => (form === "words" ? 2 : 1);

/**
 * out = bias + scale · (start + matrix · input), with an 8-bit matrix and 32-bit `start`; addresses
 * in bytes. The matrix is in tiles, in the order of `orderTiles`. Groups of rows are applied to all
 * inputs before the next group.
 */
export type ByteProduct = (
  ...addresses: [
    matrix: number,
    input: number,
    start: number,
    scale: number,
    bias: number,
    out: number,
    groups: number,
    /** Number of inputs divided by the kernel's batch size */
    parts: number,
    inputStride: number,
    outStride: number,
  ]
) => void;

/** Block size of a kernel: eight vectors of sums. */
export interface ByteBlock {
  readonly inputs: number;
  readonly tiles: number;
}
export const blocksOf = (form: ByteFormat) =>
  form === "words"
    ? ({ one: { inputs: 1, tiles: 2 }, several: { inputs: 2, tiles: 1 } } as const)
    : ({ one: { inputs: 1, tiles: 4 }, several: { inputs: 4, tiles: 1 } } as const);

/**
 * Multiplication in a format: a vector of sums holds two halves of two rows, or four rows.
 * @param ones local of a vector of 16-bit ones
 */
const multiplierFor = (form: ByteFormat, ones: number) =>
  form === "words"
    ? {
        vectors: 4,
        weights: (offset: number) => load8x8(offset),
        numbers: (offset: number) => load64Splat(offset),
        multiply: I32X4_DOT_I16X8_S,
      }
    : {
        vectors: 2,
        weights: (offset: number) => load(offset),
        numbers: (offset: number) => load32Splat(offset),
        // Machines without the signed variant add pairs by multiplication and would reload the ones
        // each time.
        multiply: [
          I16X8_RELAXED_DOT_I8X16_I7X16_S,
          form === "signed" ? I32X4_EXTADD_PAIRWISE_I16X8_S : [get(ones), I32X4_DOT_I16X8_S],
        ],
      };

/** The body of a `ByteProduct`. @param columns a multiple of 16 */
export function assembleByteProduct(
  form: ByteFormat,
  columns: number,
  { inputs, tiles }: ByteBlock,
): number[] {
  const [matrix, input, start, scale, bias, out, groups, parts, inputStride, outStride] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const [left, partsLeft, at, from, to] = [10, 11, 12, 13, 14] as const;
  const ins = numbersTo(inputs).map((i) => 15 + i);
  const ones = 15 + inputs;
  const value = ones + 1;
  const loaded = value + 1;
  const { vectors, weights, numbers, multiply } = multiplierFor(form, ones);
  const count = tiles * vectors;
  const sumOf = (number: number, vector: number) => loaded + count + number * count + vector;
  const step = TILE_BYTES / vectors;

  const weightsOf = (turn: number, vector: number): Code => [
    get(at),
    weights(turn * tiles * TILE_BYTES + vector * step),
  ];
  const tile = (turn: number): Code => [
    // With one input, each vector is used once and need not be kept in a local.
    inputs > 1 ? numbersTo(count).map((i) => [weightsOf(turn, i), set(loaded + i)]) : [],
    ins.map((address, number) => [
      [get(address), numbers(TILE_COLUMNS * bytesOfInput(form) * turn), set(value)],
      numbersTo(count).map((i) => [
        [get(sumOf(number, i)), inputs > 1 ? get(loaded + i) : weightsOf(turn, i)],
        [get(value), multiply, I32X4_ADD, set(sumOf(number, i))],
      ]),
    ]),
  ];
  /** Four rows, `row` vectors of floats after the first. */
  const rowsOf = (number: number, row: number): Code => {
    const [first, second] = [sumOf(number, 2 * row), sumOf(number, 2 * row + 1)];
    const pair = [get(first), get(second)];
    return form === "words"
      ? [pair, EVEN_LANES, pair, ODD_LANES, I32X4_ADD]
      : get(sumOf(number, row));
  };
  const finish = (number: number): Code => [
    numbersTo(2 * tiles).map((row) => [
      get(to),
      [rowsOf(number, row), get(start), load(16 * row), I32X4_ADD, F32X4_CONVERT_I32X4_S],
      [get(scale), load(16 * row), F32X4_MUL, get(bias), load(16 * row), F32X4_ADD],
      store(16 * row),
    ]),
    [get(to), get(outStride), I32_ADD, set(to)],
  ];
  return body(
    [
      [5 + inputs, I32],
      [2 + count + inputs * count, V128],
    ],
    [
      [int(1), I16X8_SPLAT, set(ones)],
      loop(groups, [
        [get(input), set(from), get(out), set(to), get(parts), set(partsLeft)],
        loop(partsLeft, [
          ins.map((address, number) => [
            numbersTo(count).map((i) => [ZERO, set(sumOf(number, i))]),
            [get(from), set(address), get(from), get(inputStride), I32_ADD, set(from)],
          ]),
          [get(matrix), set(at), int(columns / TILE_COLUMNS / TILES_PER_ITERATION), set(left)],
          loop(left, [
            numbersTo(TILES_PER_ITERATION).map(tile),
            ins.map((address) =>
              advance(address, TILES_PER_ITERATION * TILE_COLUMNS * bytesOfInput(form)),
            ),
            advance(at, TILES_PER_ITERATION * tiles * TILE_BYTES),
          ]),
          ins.map((_, number) => finish(number)),
        ]),
        advance(matrix, tiles * TILE_ROWS * columns),
        [start, scale, bias, out].map((address) => advance(address, 4 * tiles * TILE_ROWS)),
      ]),
    ],
  );
}

/** `(from, to, vectors)`: quantizes floats from −1 to 1. */
export function assembleQuantizer(form: ByteFormat): number[] {
  // The unsigned format cannot represent negative values.
  const lift = form === "unsigned" ? [float(INPUT_SCALE), F32X4_SPLAT, F32X4_ADD] : [];
  const [from, to, vectors, x] = [0, 1, 2, 3] as const;
  const keep =
    form === "words"
      ? storeLow64()
      : [get(x), form === "signed" ? I8X16_NARROW_I16X8_S : I8X16_NARROW_I16X8_U, store32Lane(0)];
  return body(
    [[1, V128]],
    loop(vectors, [
      [get(from), load(), float(INPUT_SCALE), F32X4_SPLAT, F32X4_MUL],
      [float(0.5), F32X4_SPLAT, F32X4_ADD, F32X4_FLOOR, lift, I32X4_TRUNC_SAT_F32X4_S, set(x)],
      [get(x), get(x), I16X8_NARROW_I32X4_S, set(x), get(to), get(x), keep],
      [advance(from, 16), advance(to, 4 * bytesOfInput(form))],
    ]),
  );
}

/** The fastest format on this machine. */
export function detectByteFormat(): ByteFormat {
  const probe = body(
    [],
    // Two products per sum: the largest that RNNoise's weights produce.
    [[get(0), get(0), load(), get(0), load(16), I16X8_RELAXED_DOT_I8X16_I7X16_S, store()]],
  );
  const module = assembleModule([{ name: "probe", parameters: 1, body: probe }]);
  if (!WebAssembly.validate(module)) return "words";
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = new Int8Array(memory.buffer);
  bytes.set([127, 2]);
  bytes.set([-2, -2], 16);
  instantiateWithMemory<{ probe(address: number): void }>(memory, module).probe(0);
  const [sum] = new Int16Array(memory.buffer);
  if (sum === 129 * 254) return "unsigned";
  return sum === 129 * -2 ? "signed" : "words";
}
