import {
  F32X4_ADD,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  EVEN_LANES,
  get,
  I32,
  instantiateWithMemory,
  load,
  load32Splat,
  loop,
  numbersTo,
  set,
  store,
  V128,
  assembleFusedIfSupported,
  ZERO,
} from "../wasm/assembler.ts";

/** Elements of a dot product per iteration. */
export const VALUES_PER_ITERATION = 16;
/** Delays of a correlation per iteration. */
export const DELAYS_PER_ITERATION = 32;
/** Outputs of the filter per iteration. */
export const OUTPUTS_PER_ITERATION = 8;
/** Filter coefficients in addition to the first one, which is 1. */
export const FILTER_ORDER = 5;

/** `(a, b, out, iterations)`: four numbers whose sum is the dot product of two rows. */
function assembleDot(fused: boolean): number[] {
  const [a, b, out, turns, first] = [0, 1, 2, 3, 4] as const;
  const sums = numbersTo(VALUES_PER_ITERATION / 4).map((i) => first + i);
  return body(
    [[sums.length, V128]],
    [
      loop(turns, [
        sums.map((sum, i) =>
          addProduct(sum, [get(a), load(16 * i)], [get(b), load(16 * i)], fused),
        ),
        [advance(a, 4 * VALUES_PER_ITERATION), advance(b, 4 * VALUES_PER_ITERATION)],
      ]),
      get(out),
      sums.map((sum, i) => [get(sum), i > 0 ? F32X4_ADD : []]),
      store(),
    ],
  );
}

/**
 * `(x, y, out, count, iterations)`: dot products of `count` numbers with those of y, delayed by 0,
 * 1, 2 …
 */
function assembleCorrelation(fused: boolean): number[] {
  const [x, y, out, count, turns, left, at, from, value, first] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const sums = numbersTo(DELAYS_PER_ITERATION / 4).map((i) => first + i);
  return body(
    [
      [3, I32],
      [1 + sums.length, V128],
    ],
    loop(turns, [
      sums.map((sum) => [ZERO, set(sum)]),
      [get(x), set(at), get(y), set(from), get(count), set(left)],
      loop(left, [
        [get(at), load32Splat(), set(value)],
        sums.map((sum, i) => addProduct(sum, [get(from), load(16 * i)], get(value), fused)),
        [advance(at, 4), advance(from, 4)],
      ]),
      sums.map((sum, i) => [get(out), get(sum), store(16 * i)]),
      [advance(y, 4 * DELAYS_PER_ITERATION), advance(out, 4 * DELAYS_PER_ITERATION)],
    ]),
  );
}

/**
 * `(x, factors, out, everySecond, iterations)`: x[n + ORDER] + Σ factors[k] x[n + ORDER - 1 - k];
 * all outputs, and every second one.
 */
function assembleFilter(fused: boolean): number[] {
  const [x, factors, out, everySecond, turns, first] = [0, 1, 2, 3, 4, 5] as const;
  const taps = numbersTo(FILTER_ORDER).map((i) => first + i);
  const [low, high] = [first + FILTER_ORDER, first + FILTER_ORDER + 1] as const;
  const from = (back: number, half: number): Code => [
    get(x),
    load(4 * (FILTER_ORDER - back) + 16 * half),
  ];
  return body(
    [[FILTER_ORDER + 2, V128]],
    [
      taps.map((tap, k) => [get(factors), load32Splat(4 * k), set(tap)]),
      loop(turns, [
        [low, high].map((sum, half) => [
          [from(0, half), set(sum)],
          taps.map((tap, k) => addProduct(sum, from(k + 1, half), get(tap), fused)),
          [get(out), get(sum), store(16 * half)],
        ]),
        [get(everySecond), get(low), get(high), EVEN_LANES, store()],
        [advance(x, 32), advance(out, 32), advance(everySecond, 16)],
      ]),
    ],
  );
}

export interface CorrelationKernel {
  dot(a: number, b: number, out: number, turns: number): void;
  correlate(x: number, y: number, out: number, count: number, turns: number): void;
  filter(x: number, factors: number, out: number, everySecond: number, turns: number): void;
}

/** Instantiates the functions with a memory; addresses are in bytes. */
export const createCorrelationKernel = (memory: WebAssembly.Memory): CorrelationKernel =>
  instantiateWithMemory(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([
        { name: "dot", parameters: 4, body: assembleDot(fused) },
        { name: "correlate", parameters: 5, body: assembleCorrelation(fused) },
        { name: "filter", parameters: 5, body: assembleFilter(fused) },
      ]),
    ),
  );
