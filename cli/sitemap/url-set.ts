/** Addresses as 53-bit hashes, 8 bytes each: enough to say of a redirect whether it leads to a listed page. */
export interface UrlSet {
  readonly add: (url: string) => void;
  /** Asked only after all were added. */
  readonly has: (url: string) => boolean;
}

/** Hashes of a piece: pieces are not copied when there are more. */
const PIECE = 1 << 15;

export function createUrlSet(): UrlSet {
  const pieces: Float64Array[] = [];
  let count = 0;
  let sorted = 0;
  return {
    add(url) {
      if (count % PIECE === 0) pieces.push(new Float64Array(PIECE).fill(Infinity));
      pieces.at(-1)![count++ % PIECE] = hashOf(url);
    },
    has(url) {
      for (; sorted < pieces.length; sorted++) pieces[sorted]!.sort();
      const wanted = hashOf(url);
      return pieces.some((hashes) => includes(hashes, wanted));
    },
  };
}

/** Looks a number up in sorted ones. */
function includes(hashes: Float64Array, wanted: number): boolean {
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashes[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === wanted;
}

/** Two 32-bit hashes of the FNV-1a kind, with different primes, as one whole number below 2^53. */
function hashOf(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
    b ^= b >>> 15;
  }
  return (a >>> 0) * 0x20_0000 + (b >>> 11);
}
