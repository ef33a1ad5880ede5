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

/** Rows of a tile; each has four columns of a row behind each other. */
export const TILE_ROWS = 8;
const TILE_COLUMNS = 4;
const TILE_BYTES = TILE_ROWS * TILE_COLUMNS;

/**
 * Tiles as a product reads them, without a jump.
 * @param weights tiles, those of eight rows behind each other
 * @param together how many of them, of the same columns, a block works on at once
 */
export function orderTiles(weights: Int8Array, columns: number, together: number): Int8Array {
  const ordered = new Int8Array(weights.length);
  const across = columns / TILE_COLUMNS;
  for (let tile = 0; tile < weights.length / TILE_BYTES; tile++) {
    const [row, column] = [Math.floor(tile / across), tile % across];
    const first = row - (row % together);
    const place = first * across + column * together + (row % together);
    const from = tile * TILE_BYTES;
    ordered.set(weights.subarray(from, from + TILE_BYTES), place * TILE_BYTES);
  }
  return ordered;
}
/** Tiles that the inner loop takes in one turn; the columns are a multiple of so many. */
const TURN_TILES = 4;
/** Inputs are whole numbers of so many steps on either side of zero. */
export const STEPS = 127;

/**
 * What inputs are kept as, which is a matter of the machine: 16 bits are multiplied everywhere.
 * With WebAssembly's relaxed vectors it is 8 bits, that the machine takes with a sign or without
 * one. The result is the same to the bit.
 */
export type ByteForm = "words" | "signed" | "unsigned";

export const bytesOfInput = (form: ByteForm): 1 | 2 => (form === "words" ? 2 : 1);

/**
 * out = bias + scale · (start + matrix · input): a matrix of 8 bits, `start` of 32, places in
 * bytes.
 *
 * The matrix lies in tiles, in the order of `orderTiles`. Groups of rows are read for all inputs
 * before the next one.
 */
export type ByteProduct = (
  ...places: [
    matrix: number,
    input: number,
    start: number,
    scale: number,
    bias: number,
    out: number,
    groups: number,
    /** Inputs divided by those that the kernel takes at once */
    parts: number,
    inputStride: number,
    outStride: number,
  ]
) => void;

/** What a kernel works on at once: eight vectors of sums. */
export interface ByteBlock {
  readonly inputs: number;
  readonly tiles: number;
}
export const blocksOf = (form: ByteForm) =>
  form === "words"
    ? ({ one: { inputs: 1, tiles: 2 }, several: { inputs: 2, tiles: 1 } } as const)
    : ({ one: { inputs: 1, tiles: 4 }, several: { inputs: 4, tiles: 1 } } as const);

/**
 * How a form multiplies: a vector of sums is of two rows in two halves, or of four rows.
 * @param ones local of a vector of whole numbers of 16 bits
 */
const formOf = (form: ByteForm, ones: number) =>
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
        // Machines without signs add neighbours by multiplying, and would load the ones each time.
        multiply: [
          I16X8_RELAXED_DOT_I8X16_I7X16_S,
          form === "signed" ? I32X4_EXTADD_PAIRWISE_I16X8_S : [get(ones), I32X4_DOT_I16X8_S],
        ],
      };

/** The body of a `ByteProduct`. @param columns a multiple of 16 */
export function assembleByteProduct(
  form: ByteForm,
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
  const { vectors, weights, numbers, multiply } = formOf(form, ones);
  const count = tiles * vectors;
  const sumOf = (number: number, vector: number) => loaded + count + number * count + vector;
  const step = TILE_BYTES / vectors;

  const weightsOf = (turn: number, vector: number): Code => [
    get(at),
    weights(turn * tiles * TILE_BYTES + vector * step),
  ];
  const tile = (turn: number): Code => [
    // With one input each vector is used once, and need not be kept.
    inputs > 1 ? numbersTo(count).map((i) => [weightsOf(turn, i), set(loaded + i)]) : [],
    ins.map((place, number) => [
      [get(place), numbers(TILE_COLUMNS * bytesOfInput(form) * turn), set(value)],
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
          ins.map((place, number) => [
            numbersTo(count).map((i) => [ZERO, set(sumOf(number, i))]),
            [get(from), set(place), get(from), get(inputStride), I32_ADD, set(from)],
          ]),
          [get(matrix), set(at), int(columns / TILE_COLUMNS / TURN_TILES), set(left)],
          loop(left, [
            numbersTo(TURN_TILES).map(tile),
            ins.map((place) => advance(place, TURN_TILES * TILE_COLUMNS * bytesOfInput(form))),
            advance(at, TURN_TILES * tiles * TILE_BYTES),
          ]),
          ins.map((_, number) => finish(number)),
        ]),
        advance(matrix, tiles * TILE_ROWS * columns),
        [start, scale, bias, out].map((place) => advance(place, 4 * tiles * TILE_ROWS)),
      ]),
    ],
  );
}

/** `(from, to, vectors)`: floats from -1 to 1 as inputs of a product. */
export function assembleSteps(form: ByteForm): number[] {
  // Numbers without a sign know nothing below zero.
  const lift = form === "unsigned" ? [float(STEPS), F32X4_SPLAT, F32X4_ADD] : [];
  const [from, to, vectors, x] = [0, 1, 2, 3] as const;
  const keep =
    form === "words"
      ? storeLow64()
      : [get(x), form === "signed" ? I8X16_NARROW_I16X8_S : I8X16_NARROW_I16X8_U, store32Lane(0)];
  return body(
    [[1, V128]],
    loop(vectors, [
      [get(from), load(), float(STEPS), F32X4_SPLAT, F32X4_MUL],
      [float(0.5), F32X4_SPLAT, F32X4_ADD, F32X4_FLOOR, lift, I32X4_TRUNC_SAT_F32X4_S, set(x)],
      [get(x), get(x), I16X8_NARROW_I32X4_S, set(x), get(to), get(x), keep],
      [advance(from, 16), advance(to, 4 * bytesOfInput(form))],
    ]),
  );
}

/** The form that is the fastest one here. */
export function findByteForm(): ByteForm {
  const probe = body(
    [],
    // Two products a sum, the largest that a weight of RNNoise leads to.
    [[get(0), get(0), load(), get(0), load(16), I16X8_RELAXED_DOT_I8X16_I7X16_S, store()]],
  );
  const module = assembleModule([{ name: "probe", parameters: 1, body: probe }]);
  if (!WebAssembly.validate(module)) return "words";
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = new Int8Array(memory.buffer);
  bytes.set([127, 2]);
  bytes.set([-2, -2], 16);
  instantiateWithMemory<{ probe(place: number): void }>(memory, module).probe(0);
  const [sum] = new Int16Array(memory.buffer);
  if (sum === 129 * 254) return "unsigned";
  return sum === 129 * -2 ? "signed" : "words";
}
