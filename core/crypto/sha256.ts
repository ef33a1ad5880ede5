// SHA-256 (FIPS 180-4) for many digests of less than a block: each call of the browser's
// asynchronous implementation costs more than the digest.

const START = new Int32Array(8);
const ROUNDS = new Int32Array(64);
{
  /** The first 32 bits of a fraction. */
  const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
  let count = 0;
  for (let prime = 2; count < 64; prime++) {
    if (Array.from({ length: prime - 2 }, (_, at) => at + 2).some((by) => prime % by === 0))
      continue;
    if (count < 8) START[count] = fraction(Math.sqrt(prime));
    ROUNDS[count++] = fraction(Math.cbrt(prime));
  }
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Updates the state by a block. @param words 64 long; the first 16 are the block */
function compress(words: Int32Array, state: Int32Array): void {
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15]!;
    const late = words[at - 2]!;
    const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16]! + one + words[at - 7]! + two) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let at = 0; at < 64; at++) {
    const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[at]! + words[at]!) | 0;
    const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
  state[5] = (state[5]! + f) | 0;
  state[6] = (state[6]! + g) | 0;
  state[7] = (state[7]! + h) | 0;
}

/** SHA-256 of any bytes, as eight words. */
export function sha256(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = START.slice();
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
    compress(words, state);
  }
  return state;
}

/**
 * Digests of 40 bytes with a common prefix.
 * @param front prefix, eight words
 * @returns function from the last two words to the first word of the digest
 */
export function startBlock(front: Int32Array): (one: number, two: number) => number {
  const words = new Int32Array(64);
  const state = new Int32Array(8);
  return (one, two) => {
    words.set(front);
    words[8] = one;
    words[9] = two;
    words[10] = 0x8000_0000 | 0;
    words.fill(0, 11, 15);
    words[15] = 40 * 8;
    state.set(START);
    compress(words, state);
    return state[0]!;
  };
}
