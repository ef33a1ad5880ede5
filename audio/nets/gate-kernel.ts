import {
  ADD,
  advance,
  body,
  type Code,
  constant,
  DIVIDE,
  get,
  LEAST,
  load,
  loop,
  MOST,
  MULTIPLY,
  set,
  store,
  V128,
} from "./wasm-code.ts";

/** Lambert's continued fraction of the hyperbolic tangent to the ninth term: 2e-6 off at most. */
const NUMERATOR = [34_459_425, 4_729_725, 135_135, 990, 1];
const DENOMINATOR = [34_459_425, 16_216_200, 945_945, 13_860, 45];

/** The tangent of a vector in `x`, which it changes; `square` is for what is between. */
function tangent(x: number, square: number): Code {
  const polynomial = (factors: readonly number[]): Code =>
    factors
      .toReversed()
      .map((factor, i) => [
        i > 0 ? [get(square), MULTIPLY] : [],
        constant(factor / factors[0]!),
        i > 0 ? ADD : [],
      ]);
  return [
    // Beyond, the fraction leaves the tangent, which is 1 there.
    [get(x), constant(-8), MOST, constant(8), LEAST, set(x)],
    [get(x), get(x), MULTIPLY, set(square)],
    [get(x), polynomial(NUMERATOR), MULTIPLY, polynomial(DENOMINATOR), DIVIDE],
    [constant(-1), MOST, constant(1), LEAST, set(x)],
  ];
}

/** 1 / (1 + exp(-x)) of a vector in `x`. */
const logistic = (x: number, square: number): Code => [
  [get(x), constant(0.5), MULTIPLY, set(x)],
  tangent(x, square),
  [get(x), constant(0.5), MULTIPLY, constant(0.5), ADD, set(x)],
];

/**
 * `(gates, cell, hidden, vectors)`: what an LSTM of `units` keeps and gives, from the sums of its input,
 * forget, cell and output gates, which lie behind each other.
 */
export function assembleCell(units: number): number[] {
  const [gates, cell, hidden, vectors] = [0, 1, 2, 3] as const;
  const [x, square, kept] = [4, 5, 6] as const;
  const gate = (number: number): Code => [get(gates), load(4 * units * number), set(x)];
  return body(
    [[3, V128]],
    loop(vectors, [
      [gate(1), logistic(x, square), get(x), get(cell), load(), MULTIPLY, set(kept)],
      [gate(0), logistic(x, square), get(x)],
      [gate(2), tangent(x, square), get(x), MULTIPLY, get(kept), ADD, set(kept)],
      [get(cell), get(kept), store()],
      [gate(3), logistic(x, square), get(hidden), get(x)],
      [get(kept), set(x), tangent(x, square), get(x), MULTIPLY, store()],
      [advance(gates, 16), advance(cell, 16), advance(hidden, 16)],
    ]),
  );
}

/** `(values, vectors)`: puts 1 / (1 + exp(-x)) in their place. */
export function assembleLogistic(): number[] {
  const [values, vectors, x, square] = [0, 1, 2, 3] as const;
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(values), load(), set(x), logistic(x, square), get(values), get(x), store()],
      advance(values, 16),
    ]),
  );
}
