/** A seeded random source. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** White noise in [−1, 1). */
  noise(): number;
  between(min: number, max: number): number;
  /** Exponentially distributed: the interval between independent events. */
  wait(mean: number): number;
  bernoulli(share: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/**
 * Mixes the bits of a seed, so that consecutive seeds are unrelated (the finalizer of MurmurHash3).
 */
export function mixSeed(seed: number, salt = 0): number {
  let bits = (seed ^ Math.imul(salt + 1, 0x9e3779b1)) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) | 0;
}

/**
 * Generator of G. Marsaglia's "Xorshift RNGs" (2003) with 128 bits: its period is longer than any
 * sound.
 */
export function createRandom(seed: number): Random {
  let a = mixSeed(seed, 1);
  let b = mixSeed(seed, 2);
  let c = mixSeed(seed, 3);
  let d = mixSeed(seed, 4) | 1;
  const bits = (): number => {
    const t = a ^ (a << 11);
    a = b;
    b = c;
    c = d;
    d = d ^ (d >>> 19) ^ t ^ (t >>> 8);
    return d;
  };
  const next = (): number => (bits() >>> 0) / 4_294_967_296;
  return {
    next,
    noise: () => bits() / 2_147_483_648,
    between: (min, max) => min + (max - min) * next(),
    wait: (mean) => -mean * Math.log(1 - next()),
    bernoulli: (share) => next() < share,
    pick: (values) => values[Math.floor(next() * values.length)]!,
  };
}
