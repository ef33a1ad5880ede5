/** A bit reader for Vorbis packets, least significant bit first (Vorbis I, 2). */
export interface VorbisBits {
  /** Reads up to 32 bits; zeros after the end, as specified. */
  read(count: number): number;
  /** Peeks up to 24 bits. */
  peek(count: number): number;
  skip(count: number): void;
  /** Whether reads went beyond the end. */
  isOver(): boolean;
}

export function createVorbisBits(bytes: Uint8Array): VorbisBits {
  let at = 0;
  const end = 8 * bytes.length;
  const byteAt = (index: number): number => bytes[index] ?? 0;
  const peek = (count: number): number => {
    const byte = at >>> 3;
    const word =
      (byteAt(byte) |
        (byteAt(byte + 1) << 8) |
        (byteAt(byte + 2) << 16) |
        (byteAt(byte + 3) << 24)) >>>
      (at & 7);
    return word & (2 ** count - 1);
  };
  const take = (count: number): number => {
    const value = peek(count);
    at += count;
    return value;
  };
  return {
    read: (count) => (count <= 24 ? take(count) : take(16) + 65_536 * take(count - 16)),
    peek,
    skip: (count) => void (at += count),
    isOver: () => at > end,
  };
}

/** Bits of a non-negative number. */
export const bitLength = (value: number): number => 32 - Math.clz32(value);
