import type { Block } from "../effect.ts";
import {
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  DEMOTE,
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
  MULTIPLY_F64X2,
  NARROW_I32,
  PROMOTE,
  set,
  shuffle,
  store,
  storeHalf,
  SUBTRACT,
  V128,
  vector,
  ZERO,
} from "../wasm/assembler.ts";
import { framesOf } from "./blocks.ts";

const AND = vector(78);
const AT_LEAST = vector(70);
const LARGER_U32 = vector(185);
const SUBTRACT_I32X4 = vector(177);
const splatInteger = (value: number): Code => [int(value), vector(17)];
const LEAST_I16 = vector(150);
const MOST_I16 = vector(152);
const LOW_I32 = vector(167);
const HIGH_I32 = vector(168);
const shift = (instruction: number, bits: number): Code => [int(bits), vector(instruction)];
/** Two floats, and nothing behind them. */
const loadPair = (offset: number): Code => [vector(93), 3, leb(offset)];
const LOAD_SPLAT_F64: Code = [vector(10), 3, 0];
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
 * `(shorts, first, second, extremes, vectors)`: whole numbers of 16 bits as floats. Of two channels, which
 * take turns, each has its place; of one, the second place is four samples behind the first. The largest
 * and then the smallest number in each of eight lanes go to the extremes.
 */
function assembleUnpack(channels: 1 | 2): number[] {
  const [shorts, first, second, extremes, vectors, most, least] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [early, late] = channels === 2 ? [[up(16), down(16)], down(16)] : [LOW_I32, HIGH_I32];
  const extreme = (local: number, instruction: Code): Code => [
    [get(shorts), load(), get(local), instruction, set(local)],
  ];
  const scaled = [FLOAT_OF_I32, constant(1 / FULL), MULTIPLY, store()];
  const step = 32 / channels;
  return body(
    [[2, V128]],
    [
      loop(vectors, [
        [get(first), get(shorts), load(), early, scaled],
        [get(second), get(shorts), load(), late, scaled],
        [extreme(most, MOST_I16), extreme(least, LEAST_I16)],
        [advance(shorts, 16), advance(first, step), advance(second, step)],
      ]),
      [get(extremes), get(most), store(), get(extremes), get(least), store(16)],
    ],
  );
}

/** Two vectors of four numbers, which lie behind each other, in turns. */
const TURNS = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

/** `(first, second, shorts, vectors)`: the nearest whole numbers within full scale, from the same places. */
function assemblePack(channels: 1 | 2): number[] {
  const [first, second, shorts, vectors, scaled, whole] = [0, 1, 2, 3, 4, 5] as const;
  // What is compared is exact; a sum of a half is not. A vector of truths is one of −1.
  const nearest = (plane: number): Code => [
    [get(plane), load(), constant(FULL), MULTIPLY, set(scaled)],
    [get(scaled), FLOOR, set(whole), get(whole), I32_OF_FLOAT],
    [get(scaled), get(whole), SUBTRACT, constant(0.5), AT_LEAST, SUBTRACT_I32X4],
  ];
  const inTurns: Code = channels === 2 ? [set(whole), get(whole), get(whole), shuffle(TURNS)] : [];
  const step = 32 / channels;
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(shorts), nearest(first), nearest(second), NARROW_I32, inTurns, store()],
      [advance(first, step), advance(second, step), advance(shorts, 16)],
    ]),
  );
}

/** `(samples, scaled, factor, vectors)`: samples times a factor, reckoned in double precision. */
function assembleScale(): number[] {
  const [samples, scaled, factor, vectors, times] = [0, 1, 2, 3, 4] as const;
  const half = (offset: number): Code => [
    [get(scaled), get(samples), loadPair(offset), PROMOTE, get(times), MULTIPLY_F64X2, DEMOTE],
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
  const kernels = instantiateOver<Kernels>(
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
    unpackShorts(shorts: Uint8Array, block: Block): readonly number[] {
      const [unpack, second] =
        block.length === 1 ? [kernels.unpack1, 16] : [kernels.unpack2, AREA_BYTES];
      const most = block.map(() => 0);
      for (const { count, at, from, to, vectors } of piecesOf(block)) {
        bytes.set(shorts.subarray(from, to));
        bytes.fill(0, to - from, 16 * vectors);
        unpack(2 * AREA_BYTES, 0, second, 3 * AREA_BYTES, vectors);
        for (const [i, value] of extremes.entries()) {
          const channel = i % block.length;
          most[channel] = Math.max(most[channel]!, Math.abs(value) / FULL);
        }
        for (const [i, plane] of block.entries()) plane.set(areas[i]!.subarray(0, count), at);
      }
      return most;
    },
    packShorts(block: Block, shorts: Uint8Array): void {
      const [pack, second] = block.length === 1 ? [kernels.pack1, 16] : [kernels.pack2, AREA_BYTES];
      for (const { count, at, from, to, vectors } of piecesOf(block)) {
        for (const [i, plane] of block.entries()) areas[i]!.set(plane.subarray(at, at + count));
        pack(0, second, 2 * AREA_BYTES, vectors);
        shorts.set(bytes.subarray(0, to - from), from);
      }
    },
  };
}

/** Parts of a block that have room in the areas, with the bytes of their whole numbers. */
function* piecesOf(block: Block) {
  const frameBytes = 2 * block.length;
  for (let at = 0; at < framesOf(block); at += AREA) {
    const count = Math.min(AREA, framesOf(block) - at);
    const [from, to] = [at * frameBytes, (at + count) * frameBytes];
    yield { count, at, from, to, vectors: Math.ceil((to - from) / 16) };
  }
}

let kernel: ReturnType<typeof createKernel> | null = null;
const ready = (): ReturnType<typeof createKernel> => (kernel ??= createKernel());

const told = new WeakMap<Float32Array, number>();

/**
 * Says what `peakOf` will find, for samples of a lent block: this very array, whose samples stay as they
 * are as long as the block is good.
 */
export const cachePeak = (samples: Float32Array, peak: number): void =>
  void told.set(samples, peak);

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

/** Whole numbers of 16 bits of one or two channels, in turns, as samples. @returns their largest sizes */
export const unpackShorts = (shorts: Uint8Array, block: Block): readonly number[] =>
  ready().unpackShorts(shorts, block);

/** Samples of one or two channels as the nearest whole numbers of 16 bits, in turns: see `packPcm`. */
export const packShorts = (block: Block, shorts: Uint8Array): void =>
  ready().packShorts(block, shorts);
