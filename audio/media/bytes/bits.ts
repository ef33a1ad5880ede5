/** A bit reader, most significant bit first. */
export interface Bits {
  /** Reads up to 32 bits as an unsigned number. */
  read(count: number): number;
  /** Reads up to 33 bits in two's complement. */
  readSigned(count: number): number;
  /** Counts the zeros before the next 1, which is consumed, too. */
  readZeros(): number;
  /** Advances to the next byte boundary. @returns its byte position */
  align(): number;
}

/** @throws {RangeError} by reads beyond the end */
export function createBits(bytes: Uint8Array): Bits {
  // Reads access five bytes at once, even at the end, so the end is copied with padding. Only the
  // end: a reader that tries many positions of a long buffer must not copy the rest each time.
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
  const peekWord = (): number => {
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
    const value = peekWord() >>> (32 - count);
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
        const next = peekWord();
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
