/** WebAssembly binary code, nested to any depth. */
export type Code = readonly (number | Code)[];

export function flatten(code: Code): number[] {
  const bytes: number[] = [];
  const add = (part: Code) => {
    for (const one of part) {
      if (typeof one === "number") bytes.push(one);
      else add(one);
    }
  };
  add(code);
  return bytes;
}

export const I32 = 0x7f;
export const V128 = 0x7b;

/** Unsigned LEB128. */
export function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}

/** Signed LEB128. */
function signedLeb(value: number): number[] {
  return value >= -64 && value < 64
    ? [value & 127]
    : [(value & 127) | 128, ...signedLeb(value >> 7)];
}

function section(id: number, content: Code): Code {
  const bytes = flatten(content);
  return [id, leb(bytes.length), bytes];
}
const text = (name: string) => [name.length, ...Array.from(name, (c) => c.charCodeAt(0))];

export interface WasmFunction {
  readonly name: string;
  /** Number of i32 parameters; there is no result. */
  readonly parameters: number;
  readonly body: readonly number[];
}

/** A module of functions that import their memory as `env.memory`. */
export function assembleModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const count = leb(functions.length);
  const types = functions.map(({ parameters }) => [
    0x60,
    parameters,
    Array(parameters).fill(I32),
    0,
  ]);
  return Uint8Array.from(
    flatten([
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [count, types]),
      section(2, [1, text("env"), text("memory"), 2, 0, 1]),
      section(3, [count, functions.map((_, i) => i)]),
      section(7, [count, functions.map(({ name }, i) => [text(name), 0, i])]),
      section(10, [count, functions.map((one) => one.body)]),
    ]),
  );
}

/** The module with fused multiply-add if the engine supports it, otherwise without. */
export function assembleFusedIfSupported(
  assemble: (fused: boolean) => Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const fused = assemble(true);
  return WebAssembly.validate(fused) ? fused : assemble(false);
}

/** Instantiates the module with a memory and returns its exports. */
export function instantiateWithMemory<Exports>(
  memory: WebAssembly.Memory,
  module: Uint8Array<ArrayBuffer>,
): Exports {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { memory } });
  return instance.exports as Exports;
}

/** A function body. Locals other than the parameters are declared as `[count, type]`. */
export function body(
  locals: readonly (readonly [count: number, type: number])[],
  code: Code,
): number[] {
  const declared = locals.map(([count, type]) => [leb(count), type]);
  const bytes = flatten([leb(locals.length), declared, code, 0x0b]);
  return [...leb(bytes.length), ...bytes];
}

export const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i);
export const get = (local: number): Code => [0x20, leb(local)];
export const set = (local: number): Code => [0x21, leb(local)];
export const tee = (local: number): Code => [0x22, leb(local)];
export const int = (value: number): Code => [0x41, signedLeb(value)];
export const I32_ADD: Code = [0x6a];
export const I32_SUB: Code = [0x6b];
export const I32_MUL: Code = [0x6c];
/** Unsigned comparison; yields 1 or 0. */
export const I32_GE_U: Code = [0x4f];
export const I32_SHL: Code = [0x74];
export const i32Load = (offset = 0): Code => [0x28, 2, leb(offset)];

/** Increments an address. */
export const advance = (local: number, bytes: number): Code => [
  get(local),
  int(bytes),
  I32_ADD,
  set(local),
];

/** Repeats `code` while the counter local counts down to 0; at least once. */
export const loop = (counter: number, code: Code): Code => [
  [0x03, 0x40],
  code,
  get(counter),
  int(1),
  I32_SUB,
  tee(counter),
  [0x0d, 0],
  0x0b,
];

/** A SIMD instruction by its opcode. */
export const simd = (number: number): Code => [0xfd, leb(number)];
export const load = (offset = 0): Code => [simd(0), 4, leb(offset)];
/** Loads eight signed 8-bit integers and widens them to 16 bits. */
export const load8x8 = (offset = 0): Code => [simd(1), 3, leb(offset)];
/** Loads one float into all lanes. */
export const load32Splat = (offset = 0): Code => [simd(9), 2, leb(offset)];
/** Loads eight bytes into both halves. */
export const load64Splat = (offset = 0): Code => [simd(10), 3, leb(offset)];
export const store = (offset = 0): Code => [simd(11), 4, leb(offset)];
/** Stores the low eight bytes. */
export const storeLow64 = (offset = 0): Code => [simd(91), 3, leb(offset), 0];
/** Stores one 32-bit lane. */
export const store32Lane = (number: number, offset = 0): Code => [simd(90), 2, leb(offset), number];
export const shuffle = (bytes: Code): Code => [simd(13), bytes];
/** Selects lanes of two vectors by index (0 to 7). */
export const lanes = (...numbers: readonly number[]): Code =>
  shuffle(numbers.flatMap((number) => [0, 1, 2, 3].map((byte) => 4 * number + byte)));
export const EVEN_LANES = lanes(0, 2, 4, 6);
export const ODD_LANES = lanes(1, 3, 5, 7);
/** Reduces the four lanes of a local with `operation`; all lanes then hold the result. */
export const reduceLanes = (local: number, operation: Code): Code =>
  [lanes(2, 3, 0, 1), lanes(1, 0, 3, 2)].map((others) => [
    [get(local), get(local), get(local), others, operation, set(local)],
  ]);
export const ZERO: Code = [simd(12), Array.from({ length: 16 }, () => 0)];
export const F32X4_SPLAT: Code = simd(19);
export const I16X8_SPLAT: Code = simd(16);
export const I32X4_SPLAT: Code = simd(17);
/** Extracts one of four floats. */
export const extractLane = (number: number): Code => [simd(31), number];
export const F32X4_FLOOR: Code = simd(104);
export const F32X4_NEAREST: Code = simd(106);
export const F32X4_ABS: Code = simd(224);
export const I32X4_ADD: Code = simd(174);
/** Integer shifts; the right shift is arithmetic. */
export const I32X4_SHL: Code = simd(171);
export const I32X4_SHR_S: Code = simd(172);
export const V128_AND: Code = simd(78);
export const I32X4_DOT_I16X8_S: Code = simd(186);
export const I16X8_NARROW_I32X4_S: Code = simd(133);
export const I8X16_NARROW_I16X8_S: Code = simd(101);
export const I8X16_NARROW_I16X8_U: Code = simd(102);
/** Sums of adjacent lanes. */
export const I32X4_EXTADD_PAIRWISE_I16X8_S: Code = simd(126);
/**
 * Sums of two 8-bit products (relaxed SIMD). The second factors must fit in 7 bits: how the eighth
 * bit is interpreted is implementation-defined.
 */
export const I16X8_RELAXED_DOT_I8X16_I7X16_S: Code = simd(274);
export const F32X4_ADD: Code = simd(228);
export const F32X4_DIV: Code = simd(231);
export const F32X4_MIN: Code = simd(232);
export const F32X4_MAX: Code = simd(233);
/** A single machine instruction, because its treatment of NaN is that of the comparison `b < a`. */
export const F32X4_PMIN: Code = simd(234);
export const F32X4_PMAX: Code = simd(235);
/** Operands: factor, factor, addend. Relaxed SIMD, which not every browser supports. */
export const F32X4_RELAXED_MADD: Code = simd(261);
const F32X4_RELAXED_NMADD: Code = simd(262);
export const F32X4_SUB: Code = simd(229);
export const F32X4_MUL: Code = simd(230);
export const F32X4_CONVERT_I32X4_S: Code = simd(250);
export const I32X4_TRUNC_SAT_F32X4_S: Code = simd(248);

export const F32_STORE: Code = [0x38, 2, 0];
export const F32_ADD: Code = [0x92];
/** Two lanes in double precision. */
export const F64X2_ADD: Code = simd(240);
export const F64X2_SUB: Code = simd(241);
export const F64X2_MUL: Code = simd(242);
/** Converts the low two of four floats to double precision, and back. */
export const F64X2_PROMOTE_LOW_F32X4: Code = simd(95);
export const F32X4_DEMOTE_F64X2_ZERO: Code = simd(94);
/** An `f32.const` instruction. */
export const float = (value: number): Code => [
  0x43,
  [...new Uint8Array(Float32Array.of(value).buffer)],
];
/** The same float in all lanes. */
export const constant = (value: number): Code => [float(value), F32X4_SPLAT];

/** The same integer in all lanes. */
export const constantI32 = (value: number): Code => [int(value), I32X4_SPLAT];

/** Adds a product to a local vector. @param fused uses the relaxed SIMD instruction */
export const addProduct = (sum: number, ...[a, b, fused]: [Code, Code, boolean]): Code => [
  fused ? [a, b, get(sum), F32X4_RELAXED_MADD] : [get(sum), a, b, F32X4_MUL, F32X4_ADD],
  set(sum),
];
/** Subtracts a product from a local vector. */
export const subtractProduct = (sum: number, ...[a, b, fused]: [Code, Code, boolean]): Code => [
  fused ? [a, b, get(sum), F32X4_RELAXED_NMADD] : [get(sum), a, b, F32X4_MUL, F32X4_SUB],
  set(sum),
];
