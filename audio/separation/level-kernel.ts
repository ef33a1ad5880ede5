import {
  F32X4_ADD,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  get,
  instantiateWithMemory,
  load,
  loop,
  F32X4_MUL,
  F32X4_PMAX,
  set,
  store,
  F32X4_SUB,
  V128,
  assembleFusedIfSupported,
  ZERO,
} from "../wasm/assembler.ts";
import { exponential, type Lane, logarithm } from "../wasm/vector-functions.ts";
import { F32X4_SQRT, squares } from "../wasm/vector-math.ts";
import { LANES, type VectorMemory } from "../wasm/vector-memory.ts";

/** Amplitude far below audibility. */
export const TINY = 1e-3;
const BYTES = 4 * LANES;

/** Measurements of a frame, one value per bin. */
export interface MeasuredRows {
  /** Power of both channels, twice their cross-power, and the level difference. */
  readonly power: Float32Array;
  readonly same: Float32Array;
  readonly unlike: Float32Array;
  readonly amplitudes: Float32Array;
  /** Log amplitude. */
  readonly level: Float32Array;
}

/** Sums over all bins. */
export interface MeasuredSums {
  readonly energy: number;
  /** Energy of the side signal. */
  readonly side: number;
  /** Sum of the increases in level. */
  readonly rise: number;
}

/** SIMD measurement of spectra; all arrays are in its memory. */
export interface LevelKernel {
  /** Fills the rows of a frame. @param before levels of the previous frame */
  measure(channels: Stereo, rows: MeasuredRows, before: Float32Array): MeasuredSums;
  /** Replaces each value, which must be in −87…88, by its exponential. */
  exponentials(values: Float32Array): void;
}
/** Real and imaginary parts of the first and the second channel. */
type Stereo = readonly [Float32Array, Float32Array, Float32Array, Float32Array];

/** Floats that it allocates in a memory. */
export const LEVEL_FLOATS = 3 * LANES;

/** `(re, im, re, im, power, same, unlike, amplitudes, level, before, sums, vectors)` */
function assembleMeasure(fused: boolean): number[] {
  const [a, b, c, d, power, same, unlike, amplitudes, level, before, sums, left] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ] as const;
  const [x, whole, sum, first, second, common, energy, side, rise] = [
    12, 13, 14, 15, 16, 17, 18, 19, 20,
  ] as const;
  const lane: Lane = { x, whole, sum, fused };
  const at = (address: number): Code => [get(address), load()];
  const squared = (re: number, im: number): Code => squares(at(re), at(im));
  const put = (address: number, code: Code): Code => [get(address), code, store()];
  const add = (local: number, code: Code): Code => [get(local), code, F32X4_ADD, set(local)];
  return body(
    [[9, V128]],
    [
      [energy, side, rise].map((local) => [ZERO, set(local)]),
      loop(left, [
        [squared(a, b), set(first), squared(c, d), set(second)],
        [at(a), at(c), F32X4_MUL, set(common)],
        addProduct(common, at(b), at(d), fused),
        [get(common), get(common), F32X4_ADD, set(common)],
        put(same, get(common)),
        put(unlike, [get(first), get(second), F32X4_SUB]),
        [get(first), get(second), F32X4_ADD, set(x)],
        put(power, get(x)),
        add(energy, get(x)),
        add(side, [get(x), get(common), F32X4_SUB]),
        [get(x), F32X4_SQRT, set(x)],
        put(amplitudes, get(x)),
        [get(x), constant(TINY), F32X4_ADD, set(x)],
        logarithm(lane),
        put(level, get(x)),
        add(rise, [ZERO, get(x), at(before), F32X4_SUB, F32X4_PMAX]),
        [a, b, c, d, power, same, unlike, amplitudes, level, before].map((address) =>
          advance(address, BYTES),
        ),
      ]),
      [energy, side, rise].map((local, i) => [get(sums), get(local), store(BYTES * i)]),
    ],
  );
}

/** `(values, vectors)` */
function assembleExponentials(fused: boolean): number[] {
  const [values, left, x, whole, sum] = [0, 1, 2, 3, 4] as const;
  return body(
    [[3, V128]],
    loop(left, [
      [get(values), load(), set(x), exponential({ x, whole, sum, fused })],
      [get(values), get(x), store(), advance(values, BYTES)],
    ]),
  );
}

export function createLevelKernel({ memory, take }: VectorMemory): LevelKernel {
  const kernels = instantiateWithMemory<
    Readonly<Record<"measure" | "exponentials", (...all: number[]) => void>>
  >(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([
        { name: "measure", parameters: 12, body: assembleMeasure(fused) },
        { name: "exponentials", parameters: 2, body: assembleExponentials(fused) },
      ]),
    ),
  );
  const sums = take(LEVEL_FLOATS);
  const sumAt = (i: number): number =>
    sums[LANES * i]! + sums[LANES * i + 1]! + sums[LANES * i + 2]! + sums[LANES * i + 3]!;
  const vectorsOf = (row: Float32Array) => Math.ceil(row.length / LANES);
  return {
    measure([a, b, c, d], { power, same, unlike, amplitudes, level }, before) {
      kernels.measure(
        a.byteOffset,
        b.byteOffset,
        c.byteOffset,
        d.byteOffset,
        power.byteOffset,
        same.byteOffset,
        unlike.byteOffset,
        amplitudes.byteOffset,
        level.byteOffset,
        before.byteOffset,
        sums.byteOffset,
        vectorsOf(level),
      );
      return { energy: sumAt(0), side: sumAt(1), rise: sumAt(2) };
    },
    exponentials: (values) => kernels.exponentials(values.byteOffset, vectorsOf(values)),
  };
}
