/** Addresses as 53-bit hashes, 8 bytes each: enough to say of a redirect whether it leads to a listed page. */
export interface UrlSet {
  readonly add: (url: string) => void;
  readonly has: (url: string) => boolean;
}

export function createUrlSet(): UrlSet {
  let hashes = new Float64Array(1024);
  let count = 0;
  let sorted = false;
  return {
    add(url) {
      if (count === hashes.length) {
        const larger = new Float64Array(count * 2);
        larger.set(hashes);
        hashes = larger;
      }
      hashes[count++] = hashOf(url);
      sorted = false;
    },
    has(url) {
      if (!sorted) {
        hashes.subarray(0, count).sort();
        sorted = true;
      }
      const wanted = hashOf(url);
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (hashes[middle]! < wanted) low = middle + 1;
        else high = middle;
      }
      return low < count && hashes[low] === wanted;
    },
  };
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
