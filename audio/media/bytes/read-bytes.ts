/**
 * Reads the bytes in [`from`, `to`), fewer at the end of the file. They may be stored in `room` if
 * it is long enough.
 */
export type ReadBytes = (
  from: number,
  to: number,
  room?: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array>;

/** ASCII text of `length` characters. */
export const textAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
