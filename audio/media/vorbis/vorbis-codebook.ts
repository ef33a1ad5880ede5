import { type VorbisBits, bitLength } from "./vorbis-bits.ts";

/** A prefix code of numbers, optionally mapped to vectors (Vorbis I, 3). */
export interface Codebook {
  readonly dimensions: number;
  /** Concatenated vectors; null for a book of numbers only. */
  readonly vectors: Float32Array | null;
  /** Decodes the next number. @returns −1 at the end of the packet or for an unknown code */
  readonly decode: (bits: VorbisBits) => number;
}

/** Code length up to which a lookup table is used. */
const FAST_BITS = 10;

/**
 * Maximum number of values of all books of a stream: far above real encoders, so that a damaged
 * file cannot exhaust memory.
 */
export const MAX_VALUES = 2 ** 22;

/**
 * @param room remaining budget of values of the stream; reduced by those of this book
 * @throws {RangeError}
 */
export function readCodebook(bits: VorbisBits, room: { values: number }): Codebook {
  if (bits.read(24) !== 0x564342) throw new RangeError("A codebook does not begin as one");
  const dimensions = bits.read(16);
  const entries = bits.read(24);
  room.values -= entries * dimensions;
  if (dimensions === 0 || room.values < 0) throw new RangeError("A codebook is damaged");
  const lengths = readLengths(bits, entries);
  return {
    dimensions,
    vectors: readVectors(bits, entries, dimensions),
    decode: createDecoder(lengths),
  };
}

/** Code length of each entry in bits; 0 for unused entries. */
function readLengths(bits: VorbisBits, entries: number): Uint8Array {
  const lengths = new Uint8Array(entries);
  if (bits.read(1) === 1) {
    let length = bits.read(5) + 1;
    for (let entry = 0; entry < entries; length++) {
      const count = bits.read(bitLength(entries - entry));
      if (length > 32 || entry + count > entries) throw new RangeError("A codebook is damaged");
      lengths.fill(length, entry, entry + count);
      entry += count;
    }
    return lengths;
  }
  const isSparse = bits.read(1) === 1;
  for (let entry = 0; entry < entries; entry++)
    if (!isSparse || bits.read(1) === 1) lengths[entry] = bits.read(5) + 1;
  if (bits.isOver()) throw new RangeError("A codebook ends too early");
  return lengths;
}

function readVectors(bits: VorbisBits, entries: number, dimensions: number): Float32Array | null {
  const kind = bits.read(4);
  if (kind === 0) return null;
  if (kind > 2) throw new RangeError("A codebook is of an unknown kind");
  const minimum = readFloat(bits);
  const step = readFloat(bits);
  const valueBits = bits.read(4) + 1;
  const isSequence = bits.read(1) === 1;
  const count = kind === 1 ? latticeSize(entries, dimensions) : entries * dimensions;
  const values = Float64Array.from({ length: count }, () => bits.read(valueBits) * step + minimum);
  const vectors = new Float32Array(entries * dimensions);
  for (let entry = 0; entry < entries; entry++) {
    let last = 0;
    let divisor = 1;
    for (let i = 0; i < dimensions; i++) {
      const index = kind === 1 ? Math.floor(entry / divisor) % count : entry * dimensions + i;
      const value = values[index]! + last;
      vectors[entry * dimensions + i] = value;
      if (isSequence) last = value;
      divisor *= count;
    }
  }
  return vectors;
}

/** Largest number whose power by the dimensions does not exceed the entries. */
function latticeSize(entries: number, dimensions: number): number {
  let size = Math.floor(entries ** (1 / dimensions));
  while ((size + 1) ** dimensions <= entries) size++;
  while (size ** dimensions > entries) size--;
  return size;
}

function readFloat(bits: VorbisBits): number {
  const word = bits.read(32);
  const mantissa = word % 2 ** 21;
  const exponent = Math.floor(word / 2 ** 21) % 1024;
  return (word >= 2 ** 31 ? -1 : 1) * mantissa * 2 ** (exponent - 788);
}

/** Assigns each entry the lowest free code of its length, and stores the codes in a tree. */
function createDecoder(lengths: Uint8Array): Codebook["decode"] {
  /**
   * Two slots per node: negative is the complement of an entry, 0 is none, otherwise the next node.
   */
  const tree: number[] = [0, 0];
  const insert = (code: number, length: number, entry: number): void => {
    let node = 0;
    for (let bit = 1; bit <= length; bit++) {
      const index = 2 * node + ((code >>> (32 - bit)) & 1);
      if (bit === length) tree[index] = ~entry;
      else {
        if (tree[index] === 0) {
          tree[index] = tree.length / 2;
          tree.push(0, 0);
        }
        node = tree[index]!;
      }
    }
  };
  /** The free code of each length, left-aligned; 0 for none. */
  const free = new Uint32Array(33);
  let isFirst = true;
  for (const [entry, length] of lengths.entries()) {
    if (length === 0) continue;
    if (isFirst) {
      isFirst = false;
      for (let i = 1; i <= length; i++) free[i] = 2 ** (32 - i);
      insert(0, length, entry);
      continue;
    }
    let from = length;
    while (from > 0 && free[from] === 0) from--;
    if (from === 0) throw new RangeError("A codebook has too many codes");
    const code = free[from]!;
    free[from] = 0;
    for (let i = from + 1; i <= length; i++) free[i] = code + 2 ** (32 - i);
    insert(code, length, entry);
  }
  const nodes = Int32Array.from(tree);
  const walk = (bits: VorbisBits, from: number): number => {
    let node = from;
    while (!bits.isOver()) {
      node = nodes[2 * node + bits.read(1)]!;
      if (node < 0) return ~node;
      if (node === 0) return -1;
    }
    return -1;
  };
  // Lookup table of the next ten bits: target and code length.
  const targets = new Int32Array(1 << FAST_BITS);
  const used = new Uint8Array(1 << FAST_BITS);
  for (let next = 0; next < targets.length; next++) {
    let node = 0;
    let count = 0;
    do node = nodes[2 * node + ((next >> count++) & 1)]!;
    while (node > 0 && count < FAST_BITS);
    targets[next] = node;
    used[next] = count;
  }
  return (bits) => {
    const next = bits.peek(FAST_BITS);
    const target = targets[next]!;
    bits.skip(used[next]!);
    if (target < 0) return bits.isOver() ? -1 : ~target;
    return target === 0 ? -1 : walk(bits, target);
  };
}
