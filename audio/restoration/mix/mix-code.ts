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
} from "../../wasm/assembler.ts";
import { ROOT, squares, times } from "../../wasm/vector-math.ts";
import { LANES } from "../../wasm/vector-memory.ts";

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

/** What `survey` adds up over bins, in this order. */
export const SUMS = ["low", "full", "besideLow", "besidePower", "highFull", "highPower"] as const;
/** Numbers that hold for a frame, in this order. */
export const SCALARS = ["fullGain", "neighbourGain"] as const;

export interface MixOptions {
  /** Part of the wanted that the result is made of. */
  readonly strength: number;
}

interface MixShape extends MixOptions {
  readonly rowBytes: number;
  readonly channels: number;
}

/** How functions of the module reach a row at the place where they are. @param rowBytes size of a row */
const rowsOf = (rowBytes: number) => ({
  row: (name: Row): Code => [get(0), load(ROWS[name] * rowBytes)],
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
  const { row } = rowsOf(rowBytes);
  const [lowRe, lowIm, fullRe, fullIm, sums, vectors, low, full] = [1, 2, 3, 4, 5, 6, 7, 8];
  const sumOf = (i: number) => 9 + i;
  const powerOf = (re: Code, im: Code): Code => [squares(re, im), constant(TINY), ADD];
  const part = (place: number): Code => [get(place), load()];
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

const scalar = (place: number, name: (typeof SCALARS)[number]): Code => [
  get(place),
  loadSplat(4 * SCALARS.indexOf(name)),
];

/** `(rows, lowRe, lowIm, fullRe, fullIm, scalars, vectors)`: leaves factors in place of the wanted. */
function finish(shape: MixShape): number[] {
  const { row, keep } = rowsOf(shape.rowBytes);
  const [lowRe, lowIm, fullRe, fullIm, scalars, vectors] = [1, 2, 3, 4, 5, 6] as const;
  const [x, y, otherX, otherY, level] = [7, 8, 9, 10, 11] as const;
  /** What the mixture says of both estimates, and of what came in. */
  const between = (low: number, full: number, mean: Row): Code => [
    [get(low), load(), get(full), load(), get(low), load(), SUBTRACT],
    [row("share"), MULTIPLY, ADD, row("gain"), MULTIPLY],
    [times(row(mean), row("dry")), ADD],
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
