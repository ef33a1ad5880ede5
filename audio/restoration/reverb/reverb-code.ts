import {
  F32X4_ADD,
  I32_ADD,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  F32X4_DIV,
  get,
  I32,
  int,
  load,
  load32Splat,
  loop,
  F32X4_PMAX,
  F32X4_MUL,
  set,
  store,
  F32X4_SUB,
  subtractProduct,
  V128,
  ZERO,
} from "../../wasm/assembler.ts";
import { LANES } from "../../wasm/vector-memory.ts";

/** Frames per learning step; batching them saves memory traffic. */
export const FRAMES_PER_UPDATE = 4;
const VECTOR_BYTES = 4 * LANES;
/** Floats of four complex values: real parts, then imaginary parts. */
export const COMPLEX_LANES = 2 * LANES;
const COMPLEX_LANES_BYTES = 4 * COMPLEX_LANES;

export interface ReverbShape {
  readonly channels: number;
  readonly bins: number;
  /** Number of earlier frames from which late sound is predicted. */
  readonly taps: number;
  readonly delay: number;
  /** Whether the kernel learns or only predicts. */
  readonly learns: boolean;
}

/** Offset of a bin's real part among the complex values; the imaginary part is `LANES` later. */
export const binOffset = (bin: number): number => 2 * bin - (bin % LANES);

/**
 * Number of correlation sums per bin: each tap with itself, with the taps before it, and with the
 * latest frame.
 */
export const pairCount = (taps: number): number => (taps * (taps + 3)) / 2;
/** Index of the correlation of `i` and `j`. */
export const pairIndex = (i: number, j: number, taps: number): number =>
  pairCount(i) + (j === taps ? i + 1 : j);

/** `(re, im, first, second, vectors)`: copies a frame to two addresses. */
function assembleAdd(): number[] {
  const [re, im, first, second, vectors] = [0, 1, 2, 3, 4] as const;
  return body(
    [],
    loop(vectors, [
      [first, second].map((to) => [
        [get(to), get(re), load(), store()],
        [get(to), get(im), load(), store(VECTOR_BYTES)],
        advance(to, COMPLEX_LANES_BYTES),
      ]),
      [re, im].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

/** `(latest, filters, late, vectors)` */
function assemblePredict({ taps, delay }: ReverbShape, frameBytes: number, fused: boolean) {
  const [latest, filters, late, vectors, re, im] = [0, 1, 2, 3, 4, 5] as const;
  const sums = Array.from({ length: taps }, (_, k) => {
    const tap = (part: 0 | 1): Code => [
      get(latest),
      load((delay + k) * frameBytes + VECTOR_BYTES * part),
    ];
    const factor = (part: 0 | 1): Code => [
      get(filters),
      load(COMPLEX_LANES_BYTES * k + VECTOR_BYTES * part),
    ];
    return [
      [addProduct(re, factor(0), tap(0), fused), addProduct(re, factor(1), tap(1), fused)],
      [addProduct(im, factor(0), tap(1), fused), subtractProduct(im, factor(1), tap(0), fused)],
    ];
  });
  return body(
    [[2, V128]],
    loop(vectors, [
      [ZERO, set(re), ZERO, set(im), sums],
      [get(late), get(re), store(), get(late), get(im), store(VECTOR_BYTES)],
      [latest, late].map((local) => advance(local, COMPLEX_LANES_BYTES)),
      advance(filters, COMPLEX_LANES_BYTES * taps),
    ]),
  );
}

/** `(re, im, power, vectors)` */
function assemblePower(part: number): number[] {
  const [re, im, power, vectors] = [0, 1, 2, 3] as const;
  const squares = [re, im].map((values) => [get(values), load(), get(values), load(), F32X4_MUL]);
  return body(
    [],
    loop(vectors, [
      [
        get(power),
        squares,
        F32X4_ADD,
        constant(part),
        F32X4_MUL,
        get(power),
        load(),
        F32X4_ADD,
        store(),
      ],
      [re, im, power].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

/**
 * `(re, im, late, power, vectors)`: power of the residual; the total goes to the address before
 * `power`.
 */
function assembleResidual(): number[] {
  const [re, im, late, power, vectors, end, x, y, sum] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  return body(
    [
      [1, I32],
      [3, V128],
    ],
    [
      [get(power), set(end)],
      loop(vectors, [
        [get(re), load(), get(late), load(), F32X4_SUB, set(x)],
        [get(im), load(), get(late), load(VECTOR_BYTES), F32X4_SUB, set(y)],
        [get(x), get(x), F32X4_MUL, get(y), get(y), F32X4_MUL, F32X4_ADD, set(x)],
        [get(end), get(x), store(), get(sum), get(x), F32X4_ADD, set(sum)],
        [re, im, end].map((local) => advance(local, VECTOR_BYTES)),
        advance(late, COMPLEX_LANES_BYTES),
      ]),
      [get(power), int(-2 * VECTOR_BYTES), I32_ADD, get(sum), store()],
    ],
  );
}

/**
 * `(power, weights, minimum, vectors)`: the inverse of the power, smoothed over bins and bounded by
 * `minimum`.
 */
function assembleWeigh(): number[] {
  const [power, weights, minimum, vectors, before] = [0, 1, 2, 3, 4] as const;
  return body(
    [[1, I32]],
    loop(vectors, [
      [get(power), int(-4), I32_ADD, set(before)],
      [get(weights), constant(1)],
      [get(power), load(), constant(0.5), F32X4_MUL],
      [get(before), load(), get(power), load(4), F32X4_ADD, constant(0.25), F32X4_MUL, F32X4_ADD],
      [get(minimum), load32Splat(), F32X4_PMAX, F32X4_DIV, store()],
      [power, weights].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

/** `(latest, sums, weights, vectors)`: updates the sums tap by tap, with all frames at once. */
function assembleLearn({ taps, delay }: ReverbShape, frameBytes: number, fused: boolean) {
  const [latest, sums, weights, vectors] = [0, 1, 2, 3] as const;
  const [tap, other, others, left, count, re, im] = [4, 5, 6, 7, 8, 9, 10] as const;
  const frames = Array.from({ length: FRAMES_PER_UPDATE }, (_, i) => i);
  const parts = [0, 1] as const;
  const weighted = (frame: number, part: 0 | 1) => 11 + 2 * frame + part;
  /** The latest frame is first in memory. */
  const partOf = (address: number, frame: number, part: 0 | 1): Code => [
    get(address),
    load((FRAMES_PER_UPDATE - 1 - frame) * frameBytes + VECTOR_BYTES * part),
  ];
  const weightOf = (frame: number): Code => [get(weights), load((frame * frameBytes) / 2)];
  const weighTap = frames.map((frame) =>
    parts.map((part) => [
      [partOf(tap, frame, part), weightOf(frame), F32X4_MUL],
      set(weighted(frame, part)),
    ]),
  );
  const addPair = (address: number) => [
    [get(sums), load(), set(re), get(sums), load(VECTOR_BYTES), set(im)],
    frames.map((frame) => {
      const [x, y] = parts.map((part) => get(weighted(frame, part))) as [Code, Code];
      const [otherX, otherY] = parts.map((part) => partOf(address, frame, part)) as [Code, Code];
      return [
        [addProduct(re, x, otherX, fused), addProduct(re, y, otherY, fused)],
        [addProduct(im, y, otherX, fused), subtractProduct(im, x, otherY, fused)],
      ];
    }),
    [get(sums), get(re), store(), get(sums), get(im), store(VECTOR_BYTES)],
    advance(sums, COMPLEX_LANES_BYTES),
  ];
  const firstTap = [get(latest), int(delay * frameBytes), I32_ADD];
  const locals = [
    [5, I32],
    [2 + 2 * FRAMES_PER_UPDATE, V128],
  ] as const;
  return body(
    locals,
    loop(vectors, [
      [firstTap, set(tap), int(taps), set(left), int(1), set(others)],
      loop(left, [
        [weighTap, firstTap, set(other), get(others), set(count)],
        loop(count, [addPair(other), advance(other, frameBytes)]),
        [addPair(latest), advance(tap, frameBytes), advance(others, 1)],
      ]),
      [advance(latest, COMPLEX_LANES_BYTES), advance(weights, VECTOR_BYTES)],
    ]),
  );
}

/**
 * The module of `ReverbKernel`, for frames of `frameBytes` bytes.
 * @param fused whether fused multiply-add is available
 */
export const assembleReverb = (shape: ReverbShape, frameBytes: number, fused: boolean) =>
  assembleModule([
    { name: "add", parameters: 5, body: assembleAdd() },
    { name: "predict", parameters: 4, body: assemblePredict(shape, frameBytes, fused) },
    { name: "power", parameters: 4, body: assemblePower(1 / shape.channels) },
    { name: "residual", parameters: 5, body: assembleResidual() },
    { name: "weigh", parameters: 4, body: assembleWeigh() },
    { name: "learn", parameters: 4, body: assembleLearn(shape, frameBytes, fused) },
  ]);
