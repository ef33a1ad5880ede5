/** A range of a file, or bytes that replace one. */
export type FilePart = { readonly from: number; readonly to: number } | Uint8Array<ArrayBuffer>;

/** Concatenates byte arrays. */
export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

export const u32 = (value: number, isLittle = true): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, isLittle);
  return bytes;
};
