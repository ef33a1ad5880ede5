/** Bits of a Vorbis packet: the lowest one of each byte first (Vorbis I, 2). */
export interface VorbisBits {
  /** Up to 32 bits. After the end they are 0, as the format wants it. */
  read(count: number): number;
  /** Up to 24 bits that stay unread. */
  peek(count: number): number;
  skip(count: number): void;
  /** Whether more was read than there is. */
  isOver(): boolean;
}

export function createVorbisBits(bytes: Uint8Array): VorbisBits {
  let at = 0;
  const end = 8 * bytes.length;
  const byteAt = (place: number): number => bytes[place] ?? 0;
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

/** Bits that a number of 0 or more takes. */
export const bitLength = (value: number): number => 32 - Math.clz32(value);
