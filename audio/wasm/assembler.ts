/** Bytes of WebAssembly's binary format, in any depth: what the kernels are made of. */
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

/** Unsigned number (LEB128). */
export function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}

/** Signed number (LEB128). */
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
  /** How many whole numbers it takes; it gives nothing. */
  readonly parameters: number;
  readonly body: readonly number[];
}

/** A module of functions over a memory that it is given as `env.memory`. */
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

/** A module with fused multiplications and additions where they are known, else without. */
export function withFused(
  assemble: (fused: boolean) => Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const fused = assemble(true);
  return WebAssembly.validate(fused) ? fused : assemble(false);
}

/** The module's functions, over a memory. */
export function instantiateOver<Exports>(
  memory: WebAssembly.Memory,
  module: Uint8Array<ArrayBuffer>,
): Exports {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module), { env: { memory } });
  return instance.exports as Exports;
}

/** A function's body: locals beside its parameters as `[count, type]`, then what it does. */
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
export const ADD_I32: Code = [0x6a];
export const SUBTRACT_I32: Code = [0x6b];
export const MULTIPLY_I32: Code = [0x6c];
/** Of numbers without a sign: 1 or 0. */
export const NOT_LESS_I32: Code = [0x4f];
export const SHIFT_LEFT_I32: Code = [0x74];
export const loadI32 = (offset = 0): Code => [0x28, 2, leb(offset)];

/** Moves an address on. */
export const advance = (local: number, bytes: number): Code => [
  get(local),
  int(bytes),
  ADD_I32,
  set(local),
];

/** Runs as often as the counter says, at least once; the counter falls to 0. */
export const loop = (counter: number, code: Code): Code => [
  [0x03, 0x40],
  code,
  get(counter),
  int(1),
  SUBTRACT_I32,
  tee(counter),
  [0x0d, 0],
  0x0b,
];

/** An instruction on vectors, by its number. */
export const vector = (number: number): Code => [0xfd, leb(number)];
export const load = (offset = 0): Code => [vector(0), 4, leb(offset)];
/** Eight whole numbers of 8 bits as 16. */
export const loadWide = (offset = 0): Code => [vector(1), 3, leb(offset)];
/** One float in all lanes. */
export const loadSplat = (offset = 0): Code => [vector(9), 2, leb(offset)];
/** Eight bytes, twice. */
export const loadTwice = (offset = 0): Code => [vector(10), 3, leb(offset)];
export const store = (offset = 0): Code => [vector(11), 4, leb(offset)];
/** The first eight bytes. */
export const storeHalf = (offset = 0): Code => [vector(91), 3, leb(offset), 0];
/** One of four numbers of 32 bits. */
export const storeLane = (number: number, offset = 0): Code => [vector(90), 2, leb(offset), number];
export const shuffle = (bytes: Code): Code => [vector(13), bytes];
/** Lanes of two vectors, by their numbers. */
export const lanes = (...numbers: readonly number[]): Code =>
  shuffle(numbers.flatMap((number) => [0, 1, 2, 3].map((byte) => 4 * number + byte)));
export const EVEN = lanes(0, 2, 4, 6);
export const ODD = lanes(1, 3, 5, 7);
/** Puts into all lanes of a local what comes of all of them. */
export const acrossLanes = (local: number, operation: Code): Code =>
  [lanes(2, 3, 0, 1), lanes(1, 0, 3, 2)].map((others) => [
    [get(local), get(local), get(local), others, operation, set(local)],
  ]);
export const ZERO: Code = [vector(12), Array.from({ length: 16 }, () => 0)];
export const SPLAT: Code = vector(19);
export const SPLAT_I16: Code = vector(16);
export const SPLAT_I32: Code = vector(17);
/** One of four floats. */
export const lane = (number: number): Code => [vector(31), number];
export const FLOOR: Code = vector(104);
export const NEAREST: Code = vector(106);
export const ABSOLUTE: Code = vector(224);
export const ADD_I32X4: Code = vector(174);
/** Of whole numbers, by as many bits as a number says; to the right with their sign. */
export const SHIFT_LEFT_I32X4: Code = vector(171);
export const SHIFT_RIGHT_I32X4: Code = vector(172);
export const AND: Code = vector(78);
export const DOT_I16: Code = vector(186);
export const NARROW_I32: Code = vector(133);
export const NARROW_I16: Code = vector(101);
export const NARROW_I16_UNSIGNED: Code = vector(102);
/** Sums of neighbours. */
export const ADD_PAIRS_I16: Code = vector(126);
/**
 * Sums of two products of 8 bits, the second factors of seven; of WebAssembly's relaxed vectors. What an
 * eighth bit means is the machine's choice.
 */
export const DOT_I8: Code = vector(274);
export const ADD: Code = vector(228);
export const DIVIDE: Code = vector(231);
export const LEAST: Code = vector(232);
export const MOST: Code = vector(233);
/** One instruction of the machine: what comes of no number is not laid down. */
export const QUICK_LEAST: Code = vector(234);
export const QUICK_MOST: Code = vector(235);
/** Factor, factor, summand; of WebAssembly's relaxed vectors, which not every browser has. */
export const MULTIPLY_ADD: Code = vector(261);
/** The same with the negative of the product. */
const SUBTRACT_PRODUCT: Code = vector(262);
export const SUBTRACT: Code = vector(229);
export const MULTIPLY: Code = vector(230);
export const FLOAT_OF_I32: Code = vector(250);
export const I32_OF_FLOAT: Code = vector(248);

export const STORE_F32: Code = [0x38, 2, 0];
export const ADD_F32: Code = [0x92];
/** Two numbers in double precision. */
export const ADD_F64X2: Code = vector(240);
export const SUBTRACT_F64X2: Code = vector(241);
export const MULTIPLY_F64X2: Code = vector(242);
/** The first two of four floats in double precision, and back. */
export const PROMOTE: Code = vector(95);
export const DEMOTE: Code = vector(94);
/** A float as an instruction. */
export const float = (value: number): Code => [
  0x43,
  [...new Uint8Array(Float32Array.of(value).buffer)],
];
/** The same float in all lanes. */
export const constant = (value: number): Code => [float(value), SPLAT];

/** The same whole number in all lanes. */
export const constantI32 = (value: number): Code => [int(value), SPLAT_I32];

/** Adds a product to a local's vectors. @param fused by an instruction that not every browser has */
export const addProduct = (sum: number, ...[a, b, fused]: [Code, Code, boolean]): Code => [
  fused ? [a, b, get(sum), MULTIPLY_ADD] : [get(sum), a, b, MULTIPLY, ADD],
  set(sum),
];
/** Takes a product away from a local's vectors. */
export const takeProduct = (sum: number, ...[a, b, fused]: [Code, Code, boolean]): Code => [
  fused ? [a, b, get(sum), SUBTRACT_PRODUCT] : [get(sum), a, b, MULTIPLY, SUBTRACT],
  set(sum),
];
