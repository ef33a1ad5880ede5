/**
 * Gives the bytes from one place to before another, fewer where the file ends. They may be put into
 * `room`, where it is given and long enough.
 */
export type ReadBytes = (
  from: number,
  to: number,
  room?: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array>;

/** Letters of a byte each: four, where nothing else is said. */
export const textAt = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
