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

/** Numbers that a product of two rows takes in one turn. */
export const TURN_NUMBERS = 16;
/** Delays that a correlation gives in one turn. */
export const TURN_DELAYS = 32;
/** Numbers that the filter gives in one turn. */
export const TURN_FILTERED = 8;
/** Factors of the filter beside the first, which is 1. */
export const FILTER_ORDER = 5;

/** `(a, b, out, turns)`: four numbers whose sum is the product of two rows. */
function assembleDot(fused: boolean): number[] {
  const [a, b, out, turns, first] = [0, 1, 2, 3, 4] as const;
  const sums = numbersTo(TURN_NUMBERS / 4).map((i) => first + i);
  return body(
    [[sums.length, V128]],
    [
      loop(turns, [
        sums.map((sum, i) =>
          addProduct(sum, [get(a), load(16 * i)], [get(b), load(16 * i)], fused),
        ),
        [advance(a, 4 * TURN_NUMBERS), advance(b, 4 * TURN_NUMBERS)],
      ]),
      get(out),
      sums.map((sum, i) => [get(sum), i > 0 ? F32X4_ADD : []]),
      store(),
    ],
  );
}

/** `(x, y, out, count, turns)`: products of `count` numbers with those of y, 0, 1, 2 … later. */
function assembleCorrelation(fused: boolean): number[] {
  const [x, y, out, count, turns, left, at, from, value, first] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ] as const;
  const sums = numbersTo(TURN_DELAYS / 4).map((i) => first + i);
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
      [advance(y, 4 * TURN_DELAYS), advance(out, 4 * TURN_DELAYS)],
    ]),
  );
}

/**
 * `(x, factors, out, everySecond, turns)`: x[n + ORDER] + Σ factors[k] x[n + ORDER - 1 - k], all of
 * it and every second number.
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

/** Functions over a memory; places are in bytes. */
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
