import {
  ADD,
  ADD_I32,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  DIVIDE,
  get,
  I32,
  int,
  load,
  loadSplat,
  loop,
  QUICK_MOST,
  MULTIPLY,
  set,
  store,
  SUBTRACT,
  takeProduct,
  V128,
  ZERO,
} from "../../wasm/assembler.ts";
import { LANES } from "../../wasm/vector-memory.ts";

/** Frames that are learnt from at once, which saves most of the way to memory and back. */
export const LEARNT = 4;
const VECTOR_BYTES = 4 * LANES;
/** Numbers of four complex values: real parts, then imaginary ones. */
export const COMPLEX_LANES = 2 * LANES;
const COMPLEX_LANES_BYTES = 4 * COMPLEX_LANES;

export interface ReverbShape {
  readonly channels: number;
  readonly bins: number;
  /** Frames before the latest from which late sound is predicted: the last `taps` of so many. */
  readonly taps: number;
  readonly delay: number;
  /** Whether it is to learn, or only to predict. */
  readonly learns: boolean;
}

/** Place of a bin's real part among complex values of all bins; the imaginary one is `LANES` later. */
export const placeOf = (bin: number): number => 2 * bin - (bin % LANES);

/** Sums for four bins: of each tap with itself, those before it, and the latest frame. */
export const pairsOf = (taps: number): number => (taps * (taps + 3)) / 2;
/** Number of the sum of `i` and `j` among these. */
export const pairOf = (i: number, j: number, taps: number): number =>
  pairsOf(i) + (j === taps ? i + 1 : j);

/** `(re, im, first, second, vectors)`: a frame to two places. */
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
      [addProduct(im, factor(0), tap(1), fused), takeProduct(im, factor(1), tap(0), fused)],
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
  const squares = [re, im].map((values) => [get(values), load(), get(values), load(), MULTIPLY]);
  return body(
    [],
    loop(vectors, [
      [get(power), squares, ADD, constant(part), MULTIPLY, get(power), load(), ADD, store()],
      [re, im, power].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

/** `(re, im, late, power, vectors)`: what is left of the power; the sum of all to the place before. */
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
        [get(re), load(), get(late), load(), SUBTRACT, set(x)],
        [get(im), load(), get(late), load(VECTOR_BYTES), SUBTRACT, set(y)],
        [get(x), get(x), MULTIPLY, get(y), get(y), MULTIPLY, ADD, set(x)],
        [get(end), get(x), store(), get(sum), get(x), ADD, set(sum)],
        [re, im, end].map((local) => advance(local, VECTOR_BYTES)),
        advance(late, COMPLEX_LANES_BYTES),
      ]),
      [get(power), int(-2 * VECTOR_BYTES), ADD_I32, get(sum), store()],
    ],
  );
}

/** `(power, weights, least, vectors)`: one by the power smoothed over bins, which is `least` at least. */
function assembleWeigh(): number[] {
  const [power, weights, least, vectors, before] = [0, 1, 2, 3, 4] as const;
  return body(
    [[1, I32]],
    loop(vectors, [
      [get(power), int(-4), ADD_I32, set(before)],
      [get(weights), constant(1)],
      [get(power), load(), constant(0.5), MULTIPLY],
      [get(before), load(), get(power), load(4), ADD, constant(0.25), MULTIPLY, ADD],
      [get(least), loadSplat(), QUICK_MOST, DIVIDE, store()],
      [power, weights].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

/** `(latest, sums, weights, vectors)`: tap by tap, all frames at once for each sum. */
function assembleLearn({ taps, delay }: ReverbShape, frameBytes: number, fused: boolean) {
  const [latest, sums, weights, vectors] = [0, 1, 2, 3] as const;
  const [tap, other, others, left, count, re, im] = [4, 5, 6, 7, 8, 9, 10] as const;
  const frames = Array.from({ length: LEARNT }, (_, i) => i);
  const parts = [0, 1] as const;
  const weighted = (frame: number, part: 0 | 1) => 11 + 2 * frame + part;
  /** The latest frame lies first in memory. */
  const partOf = (place: number, frame: number, part: 0 | 1): Code => [
    get(place),
    load((LEARNT - 1 - frame) * frameBytes + VECTOR_BYTES * part),
  ];
  const weightOf = (frame: number): Code => [get(weights), load((frame * frameBytes) / 2)];
  const weighTap = frames.map((frame) =>
    parts.map((part) => [
      [partOf(tap, frame, part), weightOf(frame), MULTIPLY],
      set(weighted(frame, part)),
    ]),
  );
  const addPair = (place: number) => [
    [get(sums), load(), set(re), get(sums), load(VECTOR_BYTES), set(im)],
    frames.map((frame) => {
      const [x, y] = parts.map((part) => get(weighted(frame, part))) as [Code, Code];
      const [otherX, otherY] = parts.map((part) => partOf(place, frame, part)) as [Code, Code];
      return [
        [addProduct(re, x, otherX, fused), addProduct(re, y, otherY, fused)],
        [addProduct(im, y, otherX, fused), takeProduct(im, x, otherY, fused)],
      ];
    }),
    [get(sums), get(re), store(), get(sums), get(im), store(VECTOR_BYTES)],
    advance(sums, COMPLEX_LANES_BYTES),
  ];
  const firstTap = [get(latest), int(delay * frameBytes), ADD_I32];
  const locals = [
    [5, I32],
    [2 + 2 * LEARNT, V128],
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
 * The module of `ReverbKernel`, for frames of so many bytes.
 * @param fused whether there are fused multiplications and additions
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
