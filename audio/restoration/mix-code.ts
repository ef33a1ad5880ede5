import {
  ADD,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  DIVIDE,
  get,
  LEAST,
  load,
  loadSplat,
  loop,
  MOST,
  MULTIPLY,
  set,
  store,
  SUBTRACT,
  V128,
} from "../nets/wasm-code.ts";
import { logarithm, power, ROOT, squares, times } from "../signal/vector-math.ts";
import { LANES } from "../signal/vector-memory.ts";

const VECTOR_BYTES = 4 * LANES;
/** Factor by which a bin may become louder, where the noise took away from the speech. */
const LOUDEST = 2;
/** Part of the power below which the mean of the channels says nothing of them. */
const LEAST_MEAN = 0.05;
/** What every power is at least. */
export const TINY = 1e-12;

/** Rows of numbers, one for each bin, that lie behind each other. */
export const ROWS = {
  meanRe: 0,
  meanIm: 1,
  power: 2,
  low: 3,
  full: 4,
  wantedRe: 5,
  wantedIm: 6,
  level: 7,
  heard: 8,
  beside: 9,
  high: 10,
  both: 11,
} as const;
export type Row = keyof typeof ROWS;

/** What `survey` adds up over bins, in this order. */
export const SUMS = ["low", "full", "besideLow", "besidePower", "highFull", "highPower"] as const;
/** Numbers that hold for a frame, in this order. */
export const SCALARS = ["say", "trust", "quiet", "scale", "fullGain", "neighbourGain"] as const;
export interface MixOptions {
  /** Part of the wanted that the result is made of. */
  readonly strength: number;
  /** RNNoise's part where DTLN leaves all, and where it leaves nothing. */
  readonly shares: readonly [number, number];
  /** dB between which a bin counts as quiet, all of it and not at all. */
  readonly quietBin: readonly [number, number];
}

interface MixShape extends MixOptions {
  readonly rowBytes: number;
  readonly channels: number;
}

/** The module of `MixKernel`. @param fused whether there are fused multiplications and additions */
export function assembleMix(shape: MixShape, fused: boolean) {
  const { rowBytes, channels } = shape;
  const row = (name: Row): Code => [get(0), load(ROWS[name] * rowBytes)];
  const keep = (name: Row, value: Code): Code => [get(0), value, store(ROWS[name] * rowBytes)];
  const next = (locals: readonly number[]) => locals.map((local) => advance(local, VECTOR_BYTES));
  const part = constant(1 / channels);

  /** `(rows, re, im, vectors)` */
  const addUp = () => {
    const [re, im, vectors, x, y] = [1, 2, 3, 4, 5] as const;
    return body(
      [[2, V128]],
      loop(vectors, [
        [get(re), load(), set(x), get(im), load(), set(y)],
        keep("meanRe", [row("meanRe"), times(get(x), part), ADD]),
        keep("meanIm", [row("meanIm"), times(get(y), part), ADD]),
        keep("power", [row("power"), times(squares(get(x), get(y)), part), ADD]),
        next([0, re, im]),
      ]),
    );
  };

  /** `(rows, lowRe, lowIm, fullRe, fullIm, sums, vectors)` */
  const survey = () => {
    const [lowRe, lowIm, fullRe, fullIm, sums, vectors, low, full] = [1, 2, 3, 4, 5, 6, 7, 8];
    const sumOf = (i: number) => 9 + i;
    const powerOf = (re: number, im: number): Code => [
      [get(re), load(), get(re), load(), MULTIPLY, get(im), load(), get(im), load(), MULTIPLY, ADD],
      [constant(TINY), ADD],
    ];
    const summands: readonly (readonly [Row, Code])[] = [
      ["heard", get(low!)],
      ["heard", get(full!)],
      ["beside", get(low!)],
      ["beside", row("power")],
      ["high", get(full!)],
      ["high", row("power")],
    ];
    return body(
      [[2 + summands.length, V128]],
      [
        loop(vectors!, [
          [powerOf(lowRe!, lowIm!), set(low!), powerOf(fullRe!, fullIm!), set(full!)],
          [keep("low", get(low!)), keep("full", get(full!))],
          summands.map(([weight, value], i) => addProduct(sumOf(i), row(weight), value, fused)),
          next([0, lowRe!, lowIm!, fullRe!, fullIm!]),
        ]),
        summands.map((_, i) => [get(sums!), get(sumOf(i)), store(VECTOR_BYTES * i)]),
      ],
    );
  };

  const scalar = (place: number, name: (typeof SCALARS)[number]): Code => [
    get(place),
    loadSplat(4 * SCALARS.indexOf(name)),
  ];

  /** `(rows, lowRe, lowIm, fullRe, fullIm, scalars, sum, vectors)` */
  const blend = () => {
    const [lowRe, lowIm, fullRe, fullIm, scalars, sum, vectors] = [1, 2, 3, 4, 5, 6, 7] as const;
    const [share, x, y, level, total] = [8, 9, 10, 11, 12] as const;
    const [least, most] = shape.shares;
    const between = (low: number, full: number): Code => [
      [get(low), load(), get(full), load(), get(low), load(), SUBTRACT],
      [get(share), MULTIPLY, ADD],
    ];
    return body(
      [[5, V128]],
      [
        loop(vectors, [
          [row("low"), row("power"), DIVIDE, ROOT, constant(1), LEAST],
          [constant(least - most), MULTIPLY, constant(most), ADD],
          [scalar(scalars, "say"), MULTIPLY, set(share)],
          [between(lowRe, fullRe), set(x), between(lowIm, fullIm), set(y)],
          [keep("wantedRe", get(x)), keep("wantedIm", get(y))],
          [squares(get(x), get(y)), set(level), keep("level", get(level))],
          addProduct(total, row("heard"), get(level), fused),
          next([0, lowRe, lowIm, fullRe, fullIm]),
        ]),
        [get(sum), get(total), store()],
      ],
    );
  };

  /** `(rows, fullRe, fullIm, scalars, vectors)`: leaves the channels' factors in place of the wanted. */
  const finish = () => {
    const [fullRe, fullIm, scalars, vectors] = [1, 2, 3, 4] as const;
    const [ratio, level, x, y, otherX, otherY, free] = [5, 6, 7, 8, 9, 10, 11] as const;
    const [first, second] = shape.quietBin;
    // From decibels to logarithms of base 2.
    const slope = (10 * Math.log10(2)) / (second - first);
    const sink = [
      [row("full"), row("low"), DIVIDE, constant(1), LEAST, set(ratio), logarithm(ratio, free)],
      [row("level"), scalar(scalars, "scale"), MULTIPLY, constant(TINY), ADD, set(level)],
      logarithm(level, free),
      [constant(second / (second - first)), times(get(level), constant(slope)), SUBTRACT],
      [constant(0), MOST, constant(1), LEAST, scalar(scalars, "quiet"), ADD, constant(1), LEAST],
      [scalar(scalars, "trust"), MULTIPLY, get(ratio), MULTIPLY, constant(-100), MOST],
      [set(ratio), power(ratio, free)],
    ];
    const other = (full: number, mean: Row): Code => [
      times([get(full), load()], scalar(scalars, "fullGain")),
      [times(row(mean), scalar(scalars, "neighbourGain")), ADD],
    ];
    const mix = (wanted: Row, to: number, from: number): Code => [
      [times(row(wanted), get(ratio)), get(from), SUBTRACT, row("both"), MULTIPLY],
      [get(from), ADD, set(to)],
    ];
    const { strength } = shape;
    const divide = [
      [squares(row("meanRe"), row("meanIm"))],
      [times(row("power"), constant(LEAST_MEAN)), MOST, set(level)],
      [times(get(x), row("meanRe")), times(get(y), row("meanIm")), ADD, get(level), DIVIDE],
      set(otherX),
      [times(get(y), row("meanRe")), times(get(x), row("meanIm")), SUBTRACT, get(level), DIVIDE],
      set(otherY),
      [constant(LOUDEST), squares(get(otherX), get(otherY)), ROOT, DIVIDE, constant(1), LEAST],
      [constant(strength), MULTIPLY, set(level)],
      keep("wantedRe", [times(get(level), get(otherX)), constant(1 - strength), ADD]),
      keep("wantedIm", times(get(level), get(otherY))),
    ];
    return body(
      [[8, V128]],
      loop(vectors, [
        sink,
        [other(fullRe, "meanRe"), set(otherX), other(fullIm, "meanIm"), set(otherY)],
        [mix("wantedRe", x, otherX), mix("wantedIm", y, otherY)],
        divide,
        next([0, fullRe, fullIm]),
      ]),
    );
  };

  /** `(rows, re, im, vectors)` */
  const apply = () => {
    const [re, im, vectors, x, y] = [1, 2, 3, 4, 5] as const;
    return body(
      [[2, V128]],
      loop(vectors, [
        [get(re), load(), set(x), get(im), load(), set(y)],
        [get(re), times(row("wantedRe"), get(x)), times(row("wantedIm"), get(y)), SUBTRACT],
        [store(), get(im), times(row("wantedRe"), get(y)), times(row("wantedIm"), get(x)), ADD],
        [store(), next([0, re, im])],
      ]),
    );
  };

  return assembleModule([
    { name: "addUp", parameters: 4, body: addUp() },
    { name: "survey", parameters: 7, body: survey() },
    { name: "blend", parameters: 8, body: blend() },
    { name: "finish", parameters: 5, body: finish() },
    { name: "apply", parameters: 4, body: apply() },
  ]);
}
