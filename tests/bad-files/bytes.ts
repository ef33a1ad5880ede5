/** Numbers that are the same each time, 0 to 2³² − 1 (xorshift). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
export const u16 = (value: number): Uint8Array => Uint8Array.of(value, value >>> 8);
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
/** The same from the largest byte on. */
export const big16 = (value: number): Uint8Array => u16(value).reverse();
export const big32 = (value: number): Uint8Array => u32(value).reverse();

export const join = (...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? latin(part) : part))),
  );

/** A copy with other bytes at a place. */
export function put(bytes: Uint8Array, at: number, other: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy.set(other.subarray(0, Math.max(0, copy.length - at)), at);
  return copy;
}

/** Where a text stands in bytes. @throws where it does not */
export function find(bytes: Uint8Array, text: string): number {
  const at = Buffer.from(bytes).indexOf(text, 0, "latin1");
  if (at < 0) throw new Error(`There is no ${text}`);
  return at;
}

/** A copy in which a text of the same length stands where another stood, each time. */
export function rename(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  find(bytes, from);
  return latin(text.replaceAll(from, to));
}

export const randomBytes = (count: number, seed: number): Uint8Array => {
  const random = createRandom(seed);
  return Uint8Array.from({ length: count }, random);
};
