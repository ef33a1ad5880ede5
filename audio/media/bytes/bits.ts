/** Bits of bytes, the highest one first. */
export interface Bits {
  /** Up to 32 bits as a number of 0 or more. */
  read(count: number): number;
  /** Up to 33 bits in two's complement. */
  readSigned(count: number): number;
  /** How many 0 come before the next 1; the 1 is read, too. */
  readZeros(): number;
  /** Goes on at the next whole byte. @returns its place */
  align(): number;
}

/** @throws {RangeError} by the calls, where the bytes are at their end */
export function createBits(bytes: Uint8Array): Bits {
  // Five bytes are looked at together, also at the end. Only the end is copied: a reader that tries many places
  // of a long buffer must not copy the rest of it each time.
  const tailStart = Math.max(0, bytes.length - 8);
  const tail = new Uint8Array(16);
  tail.set(bytes.subarray(tailStart));
  const end = 8 * bytes.length;
  let at = 0;
  const advance = (count: number): void => {
    at += count;
    if (at > end) throw new RangeError("The data ends too early");
  };
  /** The next 32 bits. */
  const look = (): number => {
    const isTail = at >>> 3 >= tailStart;
    const data = isTail ? tail : bytes;
    const byte = isTail ? (at >>> 3) - tailStart : at >>> 3;
    const offset = at & 7;
    const word =
      (data[byte]! << 24) | (data[byte + 1]! << 16) | (data[byte + 2]! << 8) | data[byte + 3]!;
    return (offset === 0 ? word : (word << offset) | (data[byte + 4]! >>> (8 - offset))) >>> 0;
  };
  const read = (count: number): number => {
    if (count === 0) return 0;
    const value = look() >>> (32 - count);
    advance(count);
    return value;
  };
  return {
    read,
    readSigned(count) {
      if (count === 0) return 0;
      if (count <= 32) return (read(count) << (32 - count)) >> (32 - count);
      const negative = read(1);
      return read(32) - negative * 2 ** 32;
    },
    readZeros() {
      let zeros = 0;
      for (;;) {
        const next = look();
        if (next !== 0) {
          const here = Math.clz32(next);
          advance(here + 1);
          return zeros + here;
        }
        advance(32);
        zeros += 32;
      }
    },
    align() {
      at = (at + 7) & ~7;
      return at >>> 3;
    },
  };
}
