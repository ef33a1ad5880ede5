import type { Block } from "../effect.ts";
import {
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  F32X4_DEMOTE_F64X2_ZERO,
  F32X4_CONVERT_I32X4_S,
  F32X4_FLOOR,
  get,
  I32X4_TRUNC_SAT_F32X4_S,
  instantiateWithMemory,
  int,
  leb,
  load,
  loop,
  F32X4_MUL,
  F64X2_MUL,
  I16X8_NARROW_I32X4_S,
  F64X2_PROMOTE_LOW_F32X4,
  set,
  shuffle,
  store,
  storeLow64,
  F32X4_SUB,
  V128,
  simd,
  ZERO,
} from "../wasm/assembler.ts";
import { framesOf } from "./blocks.ts";

const V128_AND = simd(78);
const F32X4_GE = simd(70);
const I32X4_MAX_U = simd(185);
const I32X4_SUB = simd(177);
const i32x4Splat = (value: number): Code => [int(value), simd(17)];
const I16X8_MIN_S = simd(150);
const I16X8_MAX_S = simd(152);
const I32X4_EXTEND_LOW_I16X8_S = simd(167);
const I32X4_EXTEND_HIGH_I16X8_S = simd(168);
const shift = (instruction: number, bits: number): Code => [int(bits), simd(instruction)];
/** Loads two floats and clears the upper half. */
const loadPair = (offset: number): Code => [simd(93), 3, leb(offset)];
const LOAD64_SPLAT: Code = [simd(10), 3, 0];
const up = (bits: number): Code => shift(171, bits);
const shiftRightSigned = (bits: number): Code => shift(172, bits);

/** Maximum number of samples per kernel call. */
const AREA = 16_384;
const AREA_BYTES = 4 * AREA;
const PAGE_BYTES = 65_536;
/** Samples per chunk of `peaksOfChunks`. */
export const PEAK_CHUNK = 32;
const FULL = 32_768;

/**
 * `(samples, peaks, chunks)`: the largest magnitude of each `PEAK_CHUNK` samples in each of four
 * lanes, as the bits of a float: as integers they keep their order, and NaN is above all numbers.
 */
function assemblePeaks(): number[] {
  const [samples, peaks, chunks, maximum] = [0, 1, 2, 3] as const;
  const vectors = Array.from({ length: PEAK_CHUNK / 4 }, (_, i) => i);
  return body(
    [[1, V128]],
    loop(chunks, [
      [ZERO, set(maximum)],
      vectors.map((i) => [
        [get(samples), load(16 * i), i32x4Splat(0x7fff_ffff), V128_AND],
        [get(maximum), I32X4_MAX_U, set(maximum)],
      ]),
      [get(peaks), get(maximum), store()],
      [advance(samples, 4 * PEAK_CHUNK), advance(peaks, 16)],
    ]),
  );
}

/**
 * `(shorts, first, second, extremes, vectors)`: converts 16-bit integers to floats. Two interleaved
 * channels go to `first` and `second`; for mono, `second` is four samples after `first`. The
 * maximum and then the minimum in each of eight lanes go to `extremes`.
 */
function assembleUnpack(channels: 1 | 2): number[] {
  const [shorts, first, second, extremes, vectors, maximum, minimum] = [
    0, 1, 2, 3, 4, 5, 6,
  ] as const;
  const [early, late] =
    channels === 2
      ? [[up(16), shiftRightSigned(16)], shiftRightSigned(16)]
      : [I32X4_EXTEND_LOW_I16X8_S, I32X4_EXTEND_HIGH_I16X8_S];
  const extreme = (local: number, instruction: Code): Code => [
    [get(shorts), load(), get(local), instruction, set(local)],
  ];
  const scaled = [F32X4_CONVERT_I32X4_S, constant(1 / FULL), F32X4_MUL, store()];
  const step = 32 / channels;
  return body(
    [[2, V128]],
    [
      loop(vectors, [
        [get(first), get(shorts), load(), early, scaled],
        [get(second), get(shorts), load(), late, scaled],
        [extreme(maximum, I16X8_MAX_S), extreme(minimum, I16X8_MIN_S)],
        [advance(shorts, 16), advance(first, step), advance(second, step)],
      ]),
      [get(extremes), get(maximum), store(), get(extremes), get(minimum), store(16)],
    ],
  );
}

/** Interleaves two vectors of four consecutive 16-bit integers. */
const INTERLEAVE = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

/**
 * `(first, second, shorts, vectors)`: the nearest 16-bit integers, clamped to full scale; same
 * layout.
 */
function assemblePack(channels: 1 | 2): number[] {
  const [first, second, shorts, vectors, scaled, whole] = [0, 1, 2, 3, 4, 5] as const;
  // The comparison is exact, whereas adding 0.5 is not. A vector of true is −1.
  const nearest = (plane: number): Code => [
    [get(plane), load(), constant(FULL), F32X4_MUL, set(scaled)],
    [get(scaled), F32X4_FLOOR, set(whole), get(whole), I32X4_TRUNC_SAT_F32X4_S],
    [get(scaled), get(whole), F32X4_SUB, constant(0.5), F32X4_GE, I32X4_SUB],
  ];
  const inTurns: Code =
    channels === 2 ? [set(whole), get(whole), get(whole), shuffle(INTERLEAVE)] : [];
  const step = 32 / channels;
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(shorts), nearest(first), nearest(second), I16X8_NARROW_I32X4_S, inTurns, store()],
      [advance(first, step), advance(second, step), advance(shorts, 16)],
    ]),
  );
}

/** `(samples, scaled, factor, vectors)`: multiplies samples in double precision. */
function assembleScale(): number[] {
  const [samples, scaled, factor, vectors, times] = [0, 1, 2, 3, 4] as const;
  const half = (offset: number): Code => [
    [
      get(scaled),
      get(samples),
      loadPair(offset),
      F64X2_PROMOTE_LOW_F32X4,
      get(times),
      F64X2_MUL,
      F32X4_DEMOTE_F64X2_ZERO,
    ],
    storeLow64(offset),
  ];
  return body(
    [[1, V128]],
    [
      [get(factor), LOAD64_SPLAT, set(times)],
      loop(vectors, [half(0), half(8), advance(samples, 16), advance(scaled, 16)]),
    ],
  );
}

type Unpack = (shorts: number, ...others: [number, number, number, number]) => void;
type Pack = (first: number, ...others: [number, number, number]) => void;

interface Kernels {
  scale(samples: number, scaled: number, factor: number, vectors: number): void;
  peaks(samples: number, peaks: number, chunks: number): void;
  unpack1: Unpack;
  unpack2: Unpack;
  pack1: Pack;
  pack2: Pack;
}

function createKernel() {
  const memory = new WebAssembly.Memory({ initial: (3 * AREA_BYTES) / PAGE_BYTES + 1 });
  const areas = [0, 1].map((i) => new Float32Array(memory.buffer, i * AREA_BYTES, AREA));
  const [first, second] = areas as [Float32Array, Float32Array];
  const kernels = instantiateWithMemory<Kernels>(
    memory,
    assembleModule([
      { name: "scale", parameters: 4, body: assembleScale() },
      { name: "peaks", parameters: 3, body: assemblePeaks() },
      { name: "unpack1", parameters: 5, body: assembleUnpack(1) },
      { name: "unpack2", parameters: 5, body: assembleUnpack(2) },
      { name: "pack1", parameters: 4, body: assemblePack(1) },
      { name: "pack2", parameters: 4, body: assemblePack(2) },
    ]),
  );
  const sizes = new Uint32Array(memory.buffer, AREA_BYTES, AREA);
  const bytes = new Uint8Array(memory.buffer, 2 * AREA_BYTES, AREA_BYTES);
  const extremes = new Int16Array(memory.buffer, 3 * AREA_BYTES, 16);
  const factorSlot = new Float64Array(memory.buffer, 2 * AREA_BYTES, 1);
  const bits = new Uint32Array(1);
  const size = new Float32Array(bits.buffer);
  const found = (maximum: number): number => {
    bits[0] = maximum;
    return size[0]!;
  };
  /** @returns number of chunks in the areas */
  const measure = (samples: Float32Array): number => {
    const chunks = Math.ceil(samples.length / PEAK_CHUNK);
    first.set(samples);
    first.fill(0, samples.length, chunks * PEAK_CHUNK);
    if (chunks > 0) kernels.peaks(0, AREA_BYTES, chunks);
    return chunks;
  };
  const largestOf = (from: number, to: number): number => {
    let maximum = 0;
    for (let at = from; at < to; at++) if (sizes[at]! > maximum) maximum = sizes[at]!;
    return maximum;
  };
  return {
    peakOf(samples: Float32Array): number {
      let maximum = 0;
      for (let at = 0; at < samples.length; at += AREA) {
        const chunks = measure(samples.subarray(at, at + AREA));
        maximum = Math.max(maximum, largestOf(0, 4 * chunks));
      }
      return found(maximum);
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
      factorSlot[0] = factor;
      for (let at = 0; at < samples.length; at += AREA) {
        const count = Math.min(AREA, samples.length - at);
        first.set(samples.subarray(at, at + count));
        kernels.scale(0, AREA_BYTES, 2 * AREA_BYTES, Math.ceil(count / 4));
        target.set(second.subarray(0, count), at);
      }
    },
    unpackShorts(shorts: Uint8Array, block: Block): readonly number[] {
      const [unpack, second] =
        block.length === 1 ? [kernels.unpack1, 16] : [kernels.unpack2, AREA_BYTES];
      const maxima = block.map(() => 0);
      for (const { count, at, from, to, vectors } of chunksOf(block)) {
        bytes.set(shorts.subarray(from, to));
        bytes.fill(0, to - from, 16 * vectors);
        unpack(2 * AREA_BYTES, 0, second, 3 * AREA_BYTES, vectors);
        for (const [i, value] of extremes.entries()) {
          const channel = i % block.length;
          maxima[channel] = Math.max(maxima[channel]!, Math.abs(value) / FULL);
        }
        for (const [i, plane] of block.entries()) plane.set(areas[i]!.subarray(0, count), at);
      }
      return maxima;
    },
    packShorts(block: Block, shorts: Uint8Array): void {
      const [pack, second] = block.length === 1 ? [kernels.pack1, 16] : [kernels.pack2, AREA_BYTES];
      for (const { count, at, from, to, vectors } of chunksOf(block)) {
        for (const [i, plane] of block.entries()) areas[i]!.set(plane.subarray(at, at + count));
        pack(0, second, 2 * AREA_BYTES, vectors);
        shorts.set(bytes.subarray(0, to - from), from);
      }
    },
  };
}

/** Chunks of a block that fit in the areas, with the byte range of their integers. */
function* chunksOf(block: Block) {
  const frameBytes = 2 * block.length;
  for (let at = 0; at < framesOf(block); at += AREA) {
    const count = Math.min(AREA, framesOf(block) - at);
    const [from, to] = [at * frameBytes, (at + count) * frameBytes];
    yield { count, at, from, to, vectors: Math.ceil((to - from) / 16) };
  }
}

let kernel: ReturnType<typeof createKernel> | null = null;
const getKernel = (): ReturnType<typeof createKernel> => (kernel ??= createKernel());

const peakCache = new WeakMap<Float32Array, number>();

/**
 * Caches the result of `peakOf` for the samples of a borrowed block. The cache key is the array
 * itself, whose samples must not change while the block is valid.
 */
export const cachePeak = (samples: Float32Array, peak: number): void =>
  void peakCache.set(samples, peak);

/** Peak that was cached; undefined if it would have to be computed. */
export const cachedPeak = (samples: Float32Array): number | undefined => peakCache.get(samples);

/** Largest magnitude; Infinity or NaN if a sample is. 0 for no samples. */
export const peakOf = (samples: Float32Array): number =>
  peakCache.get(samples) ?? getKernel().peakOf(samples);

/** Largest magnitude of each `PEAK_CHUNK` samples; the last chunk may be shorter. */
export const peaksOfChunks = (samples: Float32Array): Float32Array => getKernel().peaksOf(samples);

/** Writes samples times a factor to `target`, rounded once. */
export const scaleInto = (
  ...[target, samples, factor]: [target: Float32Array, samples: Float32Array, factor: number]
): void => getKernel().scaleInto(target, samples, factor);

/**
 * Converts 16-bit integers of one channel or two interleaved channels to samples. @returns the peak
 * of each channel
 */
export const unpackShorts = (shorts: Uint8Array, block: Block): readonly number[] =>
  getKernel().unpackShorts(shorts, block);

/**
 * Converts samples of one or two channels to the nearest 16-bit integers, interleaved: see
 * `packPcm`.
 */
export const packShorts = (block: Block, shorts: Uint8Array): void =>
  getKernel().packShorts(block, shorts);
