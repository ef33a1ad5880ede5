/** Rows that the kernel works on at once; matrices are padded to a multiple of it. */
export const ROW_GROUP = 32;

/**
 * out = bias + matrix · input, all float32, places in bytes.
 *
 * The matrix lies in groups of `ROW_GROUP` rows; in a group, column after column.
 */
export type MatrixProduct = (
  ...places: [
    matrix: number,
    input: number,
    bias: number,
    out: number,
    groups: number,
    columns: number,
  ]
) => void;

const LANES = 4;
const VECTORS = ROW_GROUP / LANES;

const I32 = 0x7f;
const V128 = 0x7b;

/** Number of WebAssembly's binary format (LEB128, unsigned). */
function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}
const section = (id: number, content: number[]) => [id, ...leb(content.length), ...content];
const text = (name: string) => [name.length, ...Array.from(name, (c) => c.charCodeAt(0))];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const advance = (local: number, bytes: number) => [
  ...get(local),
  0x41,
  ...(bytes < 64 ? [bytes] : [(bytes & 127) | 128, bytes >>> 7]),
  0x6a,
  ...set(local),
];
const loop = (counter: number, body: number[]) => [
  0x03,
  0x40,
  ...body,
  ...get(counter),
  0x41,
  1,
  0x6b,
  0x22,
  counter,
  0x0d,
  0,
  0x0b,
];
const load = (offset: number) => [0xfd, 0x00, 4, ...leb(offset)];
const LOAD_SPLAT = [0xfd, 0x09, 2, 0];
const store = (offset: number) => [0xfd, 0x0b, 4, ...leb(offset)];
const MULTIPLY = [0xfd, 0xe6, 0x01];
const ADD = [0xfd, 0xe4, 0x01];

/** The kernel as the bytes of a module: imports `env.memory`, exports `product`. */
function assemble(): Uint8Array {
  const [matrix, input, bias, out, groups, columns] = [0, 1, 2, 3, 4, 5] as const;
  const at = 6;
  const left = 7;
  const value = 8;
  const sums = Array.from({ length: VECTORS }, (_, i) => 9 + i);
  const each = (make: (sum: number, offset: number) => number[]) =>
    sums.flatMap((sum, i) => make(sum, 16 * i));
  const column = [
    ...get(at),
    ...LOAD_SPLAT,
    ...set(value),
    ...each((sum, offset) => [
      ...get(sum),
      ...get(matrix),
      ...load(offset),
      ...get(value),
      ...MULTIPLY,
      ...ADD,
      ...set(sum),
    ]),
    ...advance(matrix, 16 * VECTORS),
    ...advance(at, 4),
  ];
  const group = [
    ...each((sum, offset) => [...get(bias), ...load(offset), ...set(sum)]),
    ...get(input),
    ...set(at),
    ...get(columns),
    ...set(left),
    ...loop(left, column),
    ...each((sum, offset) => [...get(out), ...get(sum), ...store(offset)]),
    ...advance(bias, 16 * VECTORS),
    ...advance(out, 16 * VECTORS),
  ];
  const code = [2, 2, I32, 1 + VECTORS, V128, ...loop(groups, group), 0x0b];
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([
    ...header,
    ...section(1, [1, 0x60, 6, I32, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...text("env"), ...text("memory"), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text("product"), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

/** The kernel over a memory. */
export function createMatrixProduct(memory: WebAssembly.Memory): MatrixProduct {
  const module = new WebAssembly.Module(assemble());
  return new WebAssembly.Instance(module, { env: { memory } }).exports["product"] as MatrixProduct;
}
