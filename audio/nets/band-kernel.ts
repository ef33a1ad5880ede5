import {
  reduceLanes,
  F32X4_ADD,
  I32_ADD,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  I32,
  instantiateWithMemory,
  int,
  load,
  i32Load,
  load32Splat,
  loop,
  F32X4_MUL,
  set,
  store,
  store32Lane,
  V128,
  ZERO,
} from "../wasm/assembler.ts";
import { LANES, type VectorMemory } from "../wasm/vector-memory.ts";

const BYTES = 4 * LANES;
/** Byte offsets in a table entry of a vector: addresses (of bins, sums and values) and weights. */
const ENTRY = { bin: 0, sum: 4, value: 8, lower: 16, upper: 32, bytes: 48 };

/** Vectors of bins between two edges. */
function vectorsBetween(edges: readonly number[]) {
  return edges.slice(1).flatMap((end, edge) => {
    const begin = edges[edge]!;
    return Array.from({ length: Math.ceil((end - begin) / LANES) }, (_, i) => {
      const bins = Array.from({ length: LANES }, (_lane, lane) => begin + LANES * i + lane);
      const upper = bins.map((bin) => (bin < end ? (bin - begin) / (end - begin) : 0));
      // Bins beyond the end have weight 0: they are the first ones of the next vector.
      const lower = bins.map((bin, lane) => (bin < end ? 1 - upper[lane]! : 0));
      return { edge, bin: begin + LANES * i, weights: [...lower, ...upper] };
    });
  });
}

/** Address and number of the entries. */
interface Table {
  readonly table: number;
  readonly vectors: number;
  readonly edges: number;
}

/** Iterates over all vectors. */
const throughAll = (
  { entry, left }: { readonly entry: number; readonly left: number },
  { table, vectors }: Table,
  code: Code,
): Code => [
  [int(table), set(entry), int(vectors), set(left)],
  loop(left, [code, advance(entry, ENTRY.bytes)]),
];
const plus = (address: number, other: number): Code => [get(address), get(other), I32_ADD];

function assembleMeasure(table: Table): number[] {
  const [aRe, aIm, bRe, bIm, sums, entry, left, bin, at, product] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const addTo = (weights: number, offset: number): Code => [
    [get(at), get(at), load(offset)],
    [get(product), get(entry), load(weights), F32X4_MUL, F32X4_ADD, store(offset)],
  ];
  const throughEdges = (code: Code): Code => [
    [get(sums), set(at), int(table.edges), set(left)],
    loop(left, [code, advance(at, BYTES)]),
  ];
  return body(
    [
      [4, I32],
      [1, V128],
    ],
    [
      throughEdges([get(at), ZERO, store()]),
      throughAll({ entry, left }, table, [
        [get(entry), i32Load(ENTRY.bin), set(bin)],
        [get(entry), i32Load(ENTRY.sum), get(sums), I32_ADD, set(at)],
        [plus(aRe, bin), load(), plus(bRe, bin), load(), F32X4_MUL],
        [plus(aIm, bin), load(), plus(bIm, bin), load(), F32X4_MUL, F32X4_ADD, set(product)],
        [addTo(ENTRY.lower, 0), addTo(ENTRY.upper, BYTES)],
      ]),
      throughEdges([
        [get(at), load(), set(product)],
        reduceLanes(product, F32X4_ADD),
        [get(sums), get(product), store32Lane(0), advance(sums, 4)],
      ]),
    ],
  );
}

/** Interpolates edge values at a vector of bins. */
const spread = (values: number, entry: number): Code => [
  [get(values), get(entry), i32Load(ENTRY.value), I32_ADD, load32Splat()],
  [get(entry), load(ENTRY.lower), F32X4_MUL],
  [get(values), get(entry), i32Load(ENTRY.value), I32_ADD, load32Splat(4)],
  [get(entry), load(ENTRY.upper), F32X4_MUL, F32X4_ADD],
];

function assembleAdd(table: Table): number[] {
  const [aRe, aIm, bRe, bIm, values, toRe, toIm, entry, left, bin, factor] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ] as const;
  const part = (a: number, b: number, to: number): Code => [
    plus(to, bin),
    [plus(a, bin), load(), plus(b, bin), load(), get(factor), F32X4_MUL, F32X4_ADD, store()],
  ];
  return body(
    [
      [3, I32],
      [1, V128],
    ],
    throughAll({ entry, left }, table, [
      [get(entry), i32Load(ENTRY.bin), set(bin), spread(values, entry), set(factor)],
      [part(aRe, bRe, toRe), part(aIm, bIm, toIm)],
    ]),
  );
}

function assembleMultiply(table: Table): number[] {
  const [aRe, aIm, values, others, toRe, toIm, entry, left, bin, factor] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const part = (a: number, to: number): Code => [
    plus(to, bin),
    [plus(a, bin), load(), get(factor), F32X4_MUL, store()],
  ];
  return body(
    [
      [3, I32],
      [1, V128],
    ],
    throughAll({ entry, left }, table, [
      [get(entry), i32Load(ENTRY.bin), set(bin)],
      [spread(values, entry), spread(others, entry), F32X4_MUL, set(factor)],
      [part(aRe, toRe), part(aIm, toIm)],
    ]),
  );
}

type Work = (...addresses: readonly number[]) => void;
/** The bins of half a spectrum. */
export interface Bins {
  readonly re: Float32Array;
  readonly im: Float32Array;
}

/**
 * Overlapping triangular bands of spectra, from edge to edge. All arrays are in one memory; arrays
 * of values and sums have one element per edge, sums have room for four.
 * @param edges bin indices, ascending
 */
export function createBandKernel({ memory, take }: VectorMemory, edges: readonly number[]) {
  const vectors = vectorsBetween(edges);
  const entries = take((vectors.length * ENTRY.bytes) / 4);
  const entryValues = new Int32Array(memory.buffer, entries.byteOffset, entries.length);
  for (const [i, { bin, edge, weights }] of vectors.entries()) {
    const at = (i * ENTRY.bytes) / 4;
    entryValues.set([4 * bin, BYTES * edge, 4 * edge], at);
    entries.set(weights, at + ENTRY.lower / 4);
  }
  const table = { table: entries.byteOffset, vectors: vectors.length, edges: edges.length };
  const kernels = instantiateWithMemory<Readonly<Record<"measure" | "add" | "multiply", Work>>>(
    memory,
    assembleModule([
      { name: "measure", parameters: 5, body: assembleMeasure(table) },
      { name: "add", parameters: 7, body: assembleAdd(table) },
      { name: "multiply", parameters: 6, body: assembleMultiply(table) },
    ]),
  );
  return {
    /** Cross-power of two spectra at each edge. */
    measure: (a: Bins, b: Bins, sums: Float32Array) =>
      kernels.measure(
        a.re.byteOffset,
        a.im.byteOffset,
        b.re.byteOffset,
        b.im.byteOffset,
        sums.byteOffset,
      ),
    /** target = a + value · b, with values interpolated between the edges. */
    add: (a: Bins, b: Bins, values: Float32Array, target: Bins) =>
      kernels.add(
        a.re.byteOffset,
        a.im.byteOffset,
        b.re.byteOffset,
        b.im.byteOffset,
        values.byteOffset,
        target.re.byteOffset,
        target.im.byteOffset,
      ),
    /** target = value · other · a, with values and others interpolated between the edges. */
    multiply: (a: Bins, values: Float32Array, others: Float32Array, target: Bins) =>
      kernels.multiply(
        a.re.byteOffset,
        a.im.byteOffset,
        values.byteOffset,
        others.byteOffset,
        target.re.byteOffset,
        target.im.byteOffset,
      ),
  };
}
