/**
 * Creates a generator of pseudo-random numbers in [0, 1) (mulberry32): the same numbers for the same seed.
 * @param seed a number, or a text whose hash (FNV-1a) is the seed
 */
export function createSeededRandom(seed: number | string): () => number {
  let state = (typeof seed === "number" ? seed : hashText(seed)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hashText(text: string): number {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ char.codePointAt(0)!, 16777619);
  return hash;
}
