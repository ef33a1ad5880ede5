import {
  F32X4_ADD,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  F32X4_DIV,
  get,
  F32X4_MIN,
  load,
  load32Splat,
  loop,
  F32X4_MAX,
  F32X4_MUL,
  set,
  store,
  F32X4_SUB,
  V128,
} from "../../wasm/assembler.ts";
import { F32X4_SQRT, squares, times } from "../../wasm/vector-math.ts";
import { LANES } from "../../wasm/vector-memory.ts";

const VECTOR_BYTES = 4 * LANES;
/** Maximum gain of a bin, where noise had canceled part of the speech. */
const MAX_GAIN = 2;
/**
 * If the power of the channels' mean is below this fraction of their power, the mean does not
 * represent them.
 */
const MIN_MEAN_POWER = 0.05;
/** Lower bound of powers. */
export const TINY = 1e-12;

/** Consecutive rows, one value per bin. */
export const ROWS = {
  meanRe: 0,
  meanIm: 1,
  power: 2,
  share: 3,
  gain: 4,
  dry: 5,
  wantedRe: 6,
  wantedIm: 7,
  heard: 8,
  beside: 9,
  high: 10,
  both: 11,
} as const;
export type Row = keyof typeof ROWS;

/** Sums over bins that `survey` computes, in this order. */
export const SUMS = ["low", "full", "besideLow", "besidePower", "highFull", "highPower"] as const;
/** Values per frame, in this order. */
export const SCALARS = ["fullGain", "neighborGain"] as const;

export interface MixOptions {
  /** Wet part of the result, 0 to 1. */
  readonly strength: number;
}

interface MixShape extends MixOptions {
  readonly rowBytes: number;
  readonly channels: number;
}

/** Access to rows from functions of the module. @param rowBytes size of a row */
const rowsOf = (rowBytes: number) => ({
  row: (name: Row): Code => [get(0), load(ROWS[name] * rowBytes)],
  storeRow: (name: Row, value: Code): Code => [get(0), value, store(ROWS[name] * rowBytes)],
});
/** Advances these locals to the next vector of their rows. */
const next = (locals: readonly number[]): Code =>
  locals.map((local) => advance(local, VECTOR_BYTES));

/** `(rows, re, im, vectors)` */
function addUp({ rowBytes, channels }: MixShape): number[] {
  const { row, storeRow: keep } = rowsOf(rowBytes);
  const part = constant(1 / channels);
  const [re, im, vectors, x, y] = [1, 2, 3, 4, 5] as const;
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(re), load(), set(x), get(im), load(), set(y)],
      keep("meanRe", [row("meanRe"), times(get(x), part), F32X4_ADD]),
      keep("meanIm", [row("meanIm"), times(get(y), part), F32X4_ADD]),
      keep("power", [row("power"), times(squares(get(x), get(y)), part), F32X4_ADD]),
      next([0, re, im]),
    ]),
  );
}

/** `(rows, lowRe, lowIm, fullRe, fullIm, sums, vectors)` */
function survey({ rowBytes }: MixShape, fused: boolean): number[] {
  const { row } = rowsOf(rowBytes);
  const [lowRe, lowIm, fullRe, fullIm, sums, vectors, low, full] = [1, 2, 3, 4, 5, 6, 7, 8];
  const sumOf = (i: number) => 9 + i;
  const powerOf = (re: Code, im: Code): Code => [squares(re, im), constant(TINY), F32X4_ADD];
  const part = (address: number): Code => [get(address), load()];
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
        [powerOf(part(lowRe!), part(lowIm!)), set(low!)],
        [powerOf(part(fullRe!), part(fullIm!)), set(full!)],
        summands.map(([weight, value], i) => addProduct(sumOf(i), row(weight), value, fused)),
        next([0, lowRe!, lowIm!, fullRe!, fullIm!]),
      ]),
      summands.map((_, i) => [get(sums!), get(sumOf(i)), store(VECTOR_BYTES * i)]),
    ],
  );
}

const scalar = (address: number, name: (typeof SCALARS)[number]): Code => [
  get(address),
  load32Splat(4 * SCALARS.indexOf(name)),
];

/**
 * `(rows, lowRe, lowIm, fullRe, fullIm, scalars, vectors)`: writes the gains to `wantedRe` and
 * `wantedIm`.
 */
function finish(shape: MixShape): number[] {
  const { row, storeRow: keep } = rowsOf(shape.rowBytes);
  const [lowRe, lowIm, fullRe, fullIm, scalars, vectors] = [1, 2, 3, 4, 5, 6] as const;
  const [x, y, otherX, otherY, level] = [7, 8, 9, 10, 11] as const;
  /** The mix of both estimates and the input below the crossover. */
  const between = (low: number, full: number, mean: Row): Code => [
    [get(low), load(), get(full), load(), get(low), load(), F32X4_SUB],
    [row("share"), F32X4_MUL, F32X4_ADD, row("gain"), F32X4_MUL],
    [times(row(mean), row("dry")), F32X4_ADD],
  ];
  const other = (full: number, mean: Row): Code => [
    times([get(full), load()], scalar(scalars, "fullGain")),
    [times(row(mean), scalar(scalars, "neighborGain")), F32X4_ADD],
  ];
  const mix = (target: Code, to: number, from: number): Code => [
    [target, get(from), F32X4_SUB, row("both"), F32X4_MUL, get(from), F32X4_ADD, set(to)],
  ];
  const { strength } = shape;
  const divide = [
    [squares(row("meanRe"), row("meanIm"))],
    [times(row("power"), constant(MIN_MEAN_POWER)), F32X4_MAX, set(level)],
    [times(get(x), row("meanRe")), times(get(y), row("meanIm")), F32X4_ADD, get(level), F32X4_DIV],
    set(otherX),
    [times(get(y), row("meanRe")), times(get(x), row("meanIm")), F32X4_SUB, get(level), F32X4_DIV],
    set(otherY),
    [
      constant(MAX_GAIN),
      squares(get(otherX), get(otherY)),
      F32X4_SQRT,
      F32X4_DIV,
      constant(1),
      F32X4_MIN,
    ],
    [constant(strength), F32X4_MUL, set(level)],
    keep("wantedRe", [times(get(level), get(otherX)), constant(1 - strength), F32X4_ADD]),
    keep("wantedIm", times(get(level), get(otherY))),
  ];
  return body(
    [[5, V128]],
    loop(vectors, [
      [other(fullRe, "meanRe"), set(otherX), other(fullIm, "meanIm"), set(otherY)],
      mix(between(lowRe, fullRe, "meanRe"), x, otherX),
      mix(between(lowIm, fullIm, "meanIm"), y, otherY),
      divide,
      next([0, lowRe, lowIm, fullRe, fullIm]),
    ]),
  );
}

/** `(rows, re, im, vectors)` */
function apply({ rowBytes }: MixShape): number[] {
  const { row } = rowsOf(rowBytes);
  const [re, im, vectors, x, y] = [1, 2, 3, 4, 5] as const;
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(re), load(), set(x), get(im), load(), set(y)],
      [get(re), times(row("wantedRe"), get(x)), times(row("wantedIm"), get(y)), F32X4_SUB],
      [store(), get(im), times(row("wantedRe"), get(y)), times(row("wantedIm"), get(x)), F32X4_ADD],
      [store(), next([0, re, im])],
    ]),
  );
}

/** The module of `MixKernel`. @param fused whether fused multiply-add is available */
export const assembleMix = (shape: MixShape, fused: boolean) =>
  assembleModule([
    { name: "addUp", parameters: 4, body: addUp(shape) },
    { name: "survey", parameters: 7, body: survey(shape, fused) },
    { name: "finish", parameters: 7, body: finish(shape) },
    { name: "apply", parameters: 4, body: apply(shape) },
  ]);
