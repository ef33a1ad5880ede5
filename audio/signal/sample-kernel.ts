import {
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  FLOAT_OF_I32,
  FLOOR,
  get,
  I32_OF_FLOAT,
  instantiateOver,
  int,
  leb,
  load,
  loop,
  MULTIPLY,
  NARROW_I32,
  set,
  shuffle,
  store,
  storeHalf,
  SUBTRACT,
  V128,
  ZERO,
} from "../nets/wasm-code.ts";

const vector = (number: number): Code => [0xfd, leb(number)];
const AND = vector(78);
const AT_LEAST = vector(70);
const LARGER_U32 = vector(185);
const SUBTRACT_I32X4 = vector(177);
const splatInteger = (value: number): Code => [int(value), vector(17)];
const LEAST_I16 = vector(150);
const MOST_I16 = vector(152);
const shift = (instruction: number, bits: number): Code => [int(bits), vector(instruction)];
/** Two floats, and nothing behind them. */
const loadPair = (offset: number): Code => [vector(93), 3, leb(offset)];
const LOAD_SPLAT_F64: Code = [vector(10), 3, 0];
const PROMOTE = vector(95);
const DEMOTE = vector(94);
const MULTIPLY_F64 = vector(242);
const up = (bits: number): Code => shift(171, bits);
/** With the sign. */
const down = (bits: number): Code => shift(172, bits);

/** Samples that are worked on at once. */
const AREA = 16_384;
const AREA_BYTES = 4 * AREA;
const PAGE_BYTES = 65_536;
/** Samples of which one largest size is found. */
export const PEAK_CHUNK = 32;
const FULL = 32_768;

/**
 * `(samples, peaks, chunks)`: of each `PEAK_CHUNK` samples the largest size in each of four lanes, as a
 * number of 32 bits: sizes keep their order in these, and what is no number lies above all.
 */
function assemblePeaks(): number[] {
  const [samples, peaks, chunks, most] = [0, 1, 2, 3] as const;
  const vectors = Array.from({ length: PEAK_CHUNK / 4 }, (_, i) => i);
  return body(
    [[1, V128]],
    loop(chunks, [
      [ZERO, set(most)],
      vectors.map((i) => [
        [get(samples), load(16 * i), splatInteger(0x7fff_ffff), AND],
        [get(most), LARGER_U32, set(most)],
      ]),
      [get(peaks), get(most), store()],
      [advance(samples, 4 * PEAK_CHUNK), advance(peaks, 16)],
    ]),
  );
}

/**
 * `(shorts, left, right, extremes, vectors)`: samples of two channels, which take turns, as floats. The
 * largest and then the smallest whole number in each of eight lanes go to the extremes.
 */
function assembleUnpack(): number[] {
  const [shorts, left, right, extremes, vectors, most, least] = [0, 1, 2, 3, 4, 5, 6] as const;
  const extreme = (local: number, instruction: Code): Code => [
    [get(shorts), load(), get(local), instruction, set(local)],
  ];
  const scaled = [FLOAT_OF_I32, constant(1 / FULL), MULTIPLY, store()];
  return body(
    [[2, V128]],
    [
      loop(vectors, [
        [get(left), get(shorts), load(), up(16), down(16), scaled],
        [get(right), get(shorts), load(), down(16), scaled],
        [extreme(most, MOST_I16), extreme(least, LEAST_I16)],
        [advance(shorts, 16), advance(left, 16), advance(right, 16)],
      ]),
      [get(extremes), get(most), store(), get(extremes), get(least), store(16)],
    ],
  );
}

/** Two vectors of four numbers, which lie behind each other, in turns. */
const TURNS = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

/** `(left, right, shorts, vectors)`: the nearest whole numbers within full scale, in turns. */
function assemblePack(): number[] {
  const [left, right, shorts, vectors, scaled, whole] = [0, 1, 2, 3, 4, 5] as const;
  // What is compared is exact; a sum of a half is not. A vector of truths is one of −1.
  const nearest = (plane: number): Code => [
    [get(plane), load(), constant(FULL), MULTIPLY, set(scaled)],
    [get(scaled), FLOOR, set(whole), get(whole), I32_OF_FLOAT],
    [get(scaled), get(whole), SUBTRACT, constant(0.5), AT_LEAST, SUBTRACT_I32X4],
  ];
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(shorts), nearest(left), nearest(right), NARROW_I32],
      [set(whole), get(whole), get(whole), shuffle(TURNS), store()],
      [advance(left, 16), advance(right, 16), advance(shorts, 16)],
    ]),
  );
}

/** `(samples, scaled, factor, vectors)`: samples times a factor, reckoned in double precision. */
function assembleScale(): number[] {
  const [samples, scaled, factor, vectors, times] = [0, 1, 2, 3, 4] as const;
  const half = (offset: number): Code => [
    [get(scaled), get(samples), loadPair(offset), PROMOTE, get(times), MULTIPLY_F64, DEMOTE],
    storeHalf(offset),
  ];
  return body(
    [[1, V128]],
    [
      [get(factor), LOAD_SPLAT_F64, set(times)],
      loop(vectors, [half(0), half(8), advance(samples, 16), advance(scaled, 16)]),
    ],
  );
}

interface Kernels {
  scale(samples: number, scaled: number, factor: number, vectors: number): void;
  peaks(samples: number, peaks: number, chunks: number): void;
  unpack(shorts: number, left: number, right: number, extremes: number, vectors: number): void;
  pack(left: number, right: number, shorts: number, vectors: number): void;
}

function createKernel() {
  const memory = new WebAssembly.Memory({ initial: (3 * AREA_BYTES) / PAGE_BYTES + 1 });
  const areas = [0, 1].map((i) => new Float32Array(memory.buffer, i * AREA_BYTES, AREA));
  const [first, second] = areas as [Float32Array, Float32Array];
  const kernels = instantiateOver<Kernels>(
    memory,
    assembleModule([
      { name: "scale", parameters: 4, body: assembleScale() },
      { name: "peaks", parameters: 3, body: assemblePeaks() },
      { name: "unpack", parameters: 5, body: assembleUnpack() },
      { name: "pack", parameters: 4, body: assemblePack() },
    ]),
  );
  const sizes = new Uint32Array(memory.buffer, AREA_BYTES, AREA);
  const bytes = new Uint8Array(memory.buffer, 2 * AREA_BYTES, AREA_BYTES);
  const extremes = new Int16Array(memory.buffer, 3 * AREA_BYTES, 16);
  const factorPlace = new Float64Array(memory.buffer, 2 * AREA_BYTES, 1);
  const bits = new Uint32Array(1);
  const size = new Float32Array(bits.buffer);
  const found = (most: number): number => {
    bits[0] = most;
    return size[0]!;
  };
  /** @returns how many chunks are in the areas */
  const measure = (samples: Float32Array): number => {
    const chunks = Math.ceil(samples.length / PEAK_CHUNK);
    first.set(samples);
    first.fill(0, samples.length, chunks * PEAK_CHUNK);
    if (chunks > 0) kernels.peaks(0, AREA_BYTES, chunks);
    return chunks;
  };
  const largestOf = (from: number, to: number): number => {
    let most = 0;
    for (let at = from; at < to; at++) if (sizes[at]! > most) most = sizes[at]!;
    return most;
  };
  return {
    peakOf(samples: Float32Array): number {
      let most = 0;
      for (let at = 0; at < samples.length; at += AREA) {
        const chunks = measure(samples.subarray(at, at + AREA));
        most = Math.max(most, largestOf(0, 4 * chunks));
      }
      return found(most);
    },
    peaksOf(samples: Float32Array): Float32Array {
      const peaks = new Float32Array(Math.ceil(samples.length / PEAK_CHUNK));
      for (let at = 0, done = 0; at < samples.length; at += AREA) {
        const chunks = measure(samples.subarray(at, at + AREA));
        for (let chunk = 0; chunk < chunks; chunk++)
          peaks[done++] = found(largestOf(4 * chunk, 4 * chunk + 4));
      }
      return peaks;
    },
    scaleInto(target: Float32Array, samples: Float32Array, factor: number): void {
      factorPlace[0] = factor;
      for (let at = 0; at < samples.length; at += AREA) {
        const count = Math.min(AREA, samples.length - at);
        first.set(samples.subarray(at, at + count));
        kernels.scale(0, AREA_BYTES, 2 * AREA_BYTES, Math.ceil(count / 4));
        target.set(second.subarray(0, count), at);
      }
    },
    unpackStereo(shorts: Uint8Array, left: Float32Array, right: Float32Array): StereoPeaks {
      const most = [0, 0];
      for (let at = 0; at < left.length; at += AREA) {
        const count = Math.min(AREA, left.length - at);
        bytes.set(shorts.subarray(4 * at, 4 * (at + count)));
        bytes.fill(0, 4 * count, 4 * count + 12);
        kernels.unpack(2 * AREA_BYTES, 0, AREA_BYTES, 3 * AREA_BYTES, Math.ceil(count / 4));
        for (const [i, value] of extremes.entries())
          most[i & 1] = Math.max(most[i & 1]!, Math.abs(value) / FULL);
        left.set(first.subarray(0, count), at);
        right.set(second.subarray(0, count), at);
      }
      return most as [number, number];
    },
    packStereo(left: Float32Array, right: Float32Array, shorts: Uint8Array): void {
      for (let at = 0; at < left.length; at += AREA) {
        const count = Math.min(AREA, left.length - at);
        first.set(left.subarray(at, at + count));
        second.set(right.subarray(at, at + count));
        kernels.pack(0, AREA_BYTES, 2 * AREA_BYTES, Math.ceil(count / 4));
        shorts.set(bytes.subarray(0, 4 * count), 4 * at);
      }
    },
  };
}

/** The largest size of the left and of the right samples. */
type StereoPeaks = readonly [left: number, right: number];

let kernel: ReturnType<typeof createKernel> | null = null;
const ready = (): ReturnType<typeof createKernel> => (kernel ??= createKernel());

const told = new WeakMap<Float32Array, number>();

/**
 * Says what `peakOf` will find, for samples of a lent block: this very array, whose samples stay as they
 * are as long as the block is good.
 */
export const tellPeak = (samples: Float32Array, peak: number): void => void told.set(samples, peak);

/** What was told; undefined where it would have to be looked for. */
export const toldPeakOf = (samples: Float32Array): number | undefined => told.get(samples);

/** The largest size among samples; Infinity or no number where one of them is. 0 for none. */
export const peakOf = (samples: Float32Array): number =>
  told.get(samples) ?? ready().peakOf(samples);

/** The same of each `PEAK_CHUNK` samples; the last may be fewer. */
export const peaksOfChunks = (samples: Float32Array): Float32Array => ready().peaksOf(samples);

/** Puts samples times a factor into as many others, rounded once. */
export const scaleInto = (
  ...[target, samples, factor]: [target: Float32Array, samples: Float32Array, factor: number]
): void => ready().scaleInto(target, samples, factor);

/** Whole numbers of 16 bits, in which two channels take turns, as samples. @returns their largest sizes */
export const unpackStereo = (
  ...[shorts, left, right]: [shorts: Uint8Array, left: Float32Array, right: Float32Array]
): StereoPeaks => ready().unpackStereo(shorts, left, right);

/** Samples of two channels as the nearest whole numbers of 16 bits, in turns: see `packPcm`. */
export const packStereo = (
  ...[left, right, shorts]: [left: Float32Array, right: Float32Array, shorts: Uint8Array]
): void => ready().packStereo(left, right, shorts);
