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
} from "../wasm/assembler.ts";
import { ROOT, squares, times } from "../wasm/vector-math.ts";
import { LANES } from "../wasm/vector-memory.ts";

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
  gone: 5,
  lowMean: 6,
  fullMean: 7,
  goneMean: 8,
  wantedRe: 9,
  wantedIm: 10,
  heard: 11,
  beside: 12,
  high: 13,
  both: 14,
} as const;
export type Row = keyof typeof ROWS;

/** What `survey` adds up over bins, in this order. */
export const SUMS = ["low", "full", "besideLow", "besidePower", "highFull", "highPower"] as const;
/** Numbers that hold for a frame, in this order. */
export const SCALARS = ["say", "cut", "fullGain", "neighbourGain"] as const;

export interface MixOptions {
  /** Part of the wanted that the result is made of. */
  readonly strength: number;
  /** RNNoise's part where it alone hears speech above the noise, and where DTLN's lies below it. */
  readonly shares: readonly [above: number, below: number];
  /** Parts of the noise beside which RNNoise's is half above, DTLN's half below, and half is cut. */
  readonly levels: readonly [above: number, below: number, cut: number];
  /** Parts of means that are left from frame to frame: of the estimates' powers, of the noise's. */
  readonly kept: readonly [estimate: number, noise: number];
}

interface MixShape extends MixOptions {
  readonly rowBytes: number;
  readonly channels: number;
}

/** How functions of the module reach a row at the place where they are. @param rowBytes size of a row */
const rowsOf = (rowBytes: number) => ({
  /** @param bytes to a place beside it */
  row: (name: Row, bytes = 0): Code => [get(0), load(ROWS[name] * rowBytes + bytes)],
  keep: (name: Row, value: Code): Code => [get(0), value, store(ROWS[name] * rowBytes)],
});
/** On to the next vector of all rows that these locals point to. */
const next = (locals: readonly number[]): Code =>
  locals.map((local) => advance(local, VECTOR_BYTES));

/** `(rows, re, im, vectors)` */
function addUp({ rowBytes, channels }: MixShape): number[] {
  const { row, keep } = rowsOf(rowBytes);
  const part = constant(1 / channels);
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
}

/** `(rows, lowRe, lowIm, fullRe, fullIm, sums, vectors)` */
function survey({ rowBytes }: MixShape, fused: boolean): number[] {
  const { row, keep } = rowsOf(rowBytes);
  const [lowRe, lowIm, fullRe, fullIm, sums, vectors, low, full] = [1, 2, 3, 4, 5, 6, 7, 8];
  const sumOf = (i: number) => 9 + i;
  const powerOf = (re: Code, im: Code): Code => [squares(re, im), constant(TINY), ADD];
  const part = (place: number): Code => [get(place), load()];
  const gone = (mean: Row, place: number): Code => [row(mean), part(place), SUBTRACT];
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
        [powerOf(part(lowRe!), part(lowIm!)), set(low!), keep("low", get(low!))],
        [powerOf(part(fullRe!), part(fullIm!)), set(full!), keep("full", get(full!))],
        keep("gone", powerOf(gone("meanRe", lowRe!), gone("meanIm", lowIm!))),
        summands.map(([weight, value], i) => addProduct(sumOf(i), row(weight), value, fused)),
        next([0, lowRe!, lowIm!, fullRe!, fullIm!]),
      ]),
      summands.map((_, i) => [get(sums!), get(sumOf(i)), store(VECTOR_BYTES * i)]),
    ],
  );
}

const scalar = (place: number, name: (typeof SCALARS)[number]): Code => [
  get(place),
  loadSplat(4 * SCALARS.indexOf(name)),
];

/** `(rows, lowRe, lowIm, fullRe, fullIm, scalars, vectors)`: leaves factors in place of the wanted. */
function finish(shape: MixShape): number[] {
  const { row, keep } = rowsOf(shape.rowBytes);
  const [lowRe, lowIm, fullRe, fullIm, scalars, vectors] = [1, 2, 3, 4, 5, 6] as const;
  const [low, full, noise, more, share, gain, free] = [7, 8, 9, 10, 11, 12, 13] as const;
  const [x, y, otherX, otherY, level] = [14, 15, 16, 17, 18] as const;
  const [keptEstimate, keptNoise] = shape.kept;
  /** Mean over time and three bins. */
  const smooth = (now: Row, mean: Row, kept: number, to: number): Code => [
    [row(now, -4), row(now), ADD],
    [row(now, 4), ADD, constant((1 - kept) / 3), MULTIPLY],
    [times(row(mean), constant(kept)), ADD, set(to), keep(mean, get(to))],
  ];
  const ofNoise = (part: number): Code => times(get(noise), constant(part));
  /** Of two powers, how far the first is above the second, as Wiener's gain has it, squared. */
  const height = (over: Code, under: Code): Code => [
    [over, over, under, ADD, DIVIDE, set(free)],
    times(get(free), get(free)),
  ];
  const [above, below, drowned] = shape.levels.map(ofNoise) as [Code, Code, Code];
  const [shareAbove, shareBelow] = shape.shares;
  const choose = [
    smooth("low", "lowMean", keptEstimate, low),
    smooth("full", "fullMean", keptEstimate, full),
    smooth("gone", "goneMean", keptNoise, noise),
    [get(full), get(low), DIVIDE, constant(1), SUBTRACT, constant(0), MOST, constant(1), LEAST],
    [set(more), times(height(get(full), above), get(more)), constant(shareAbove), MULTIPLY],
    [constant(1), get(more), SUBTRACT, height(below, get(low)), MULTIPLY],
    [constant(shareBelow), MULTIPLY, ADD, scalar(scalars, "say"), MULTIPLY, set(share)],
    [constant(1), times(height(drowned, get(low)), scalar(scalars, "cut")), SUBTRACT, set(gain)],
  ];
  const between = (one: number, other: number): Code => [
    [get(one), load(), get(other), load(), get(one), load(), SUBTRACT],
    [get(share), MULTIPLY, ADD, get(gain), MULTIPLY],
  ];
  const other = (full: number, mean: Row): Code => [
    times([get(full), load()], scalar(scalars, "fullGain")),
    [times(row(mean), scalar(scalars, "neighbourGain")), ADD],
  ];
  const mix = (wanted: Code, to: number, from: number): Code => [
    [wanted, get(from), SUBTRACT, row("both"), MULTIPLY, get(from), ADD, set(to)],
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
    [[12, V128]],
    loop(vectors, [
      choose,
      [other(fullRe, "meanRe"), set(otherX), other(fullIm, "meanIm"), set(otherY)],
      [mix(between(lowRe, fullRe), x, otherX), mix(between(lowIm, fullIm), y, otherY)],
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
      [get(re), times(row("wantedRe"), get(x)), times(row("wantedIm"), get(y)), SUBTRACT],
      [store(), get(im), times(row("wantedRe"), get(y)), times(row("wantedIm"), get(x)), ADD],
      [store(), next([0, re, im])],
    ]),
  );
}

/** The module of `MixKernel`. @param fused whether there are fused multiplications and additions */
export const assembleMix = (shape: MixShape, fused: boolean) =>
  assembleModule([
    { name: "addUp", parameters: 4, body: addUp(shape) },
    { name: "survey", parameters: 7, body: survey(shape, fused) },
    { name: "finish", parameters: 7, body: finish(shape) },
    { name: "apply", parameters: 4, body: apply(shape) },
  ]);
