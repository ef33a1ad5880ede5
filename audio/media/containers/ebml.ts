/** An EBML element (RFC 8794) with the range of its content. */
export interface Element {
  readonly id: number;
  readonly from: number;
  readonly end: number;
}

/** A variable-length number of 1 to 8 bytes; ids include the length marker. */
export function numberAt(bytes: Uint8Array, at: number, isMarked: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return null;
  let value = isMarked ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = 256 * value + bytes[at + i]!;
  return { value, next: at + length };
}

export function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = numberAt(bytes, at, true);
  const size = id && numberAt(bytes, id.next, false);
  return size && { id: id.value, from: size.next, end: size.next + size.value };
}

/**
 * Whether a size is the unknown size: all bits set, as in streams.
 * @param size its bytes, with the length marker
 */
export const isUnknownSize = (size: Uint8Array): boolean =>
  size.subarray(1).every((byte) => byte === 255) && (size[0]! & (size[0]! + 1)) === 0;
