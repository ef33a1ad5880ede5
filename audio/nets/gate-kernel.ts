import {
  F32X4_ADD,
  advance,
  body,
  type Code,
  constant,
  F32X4_DIV,
  get,
  load,
  loop,
  F32X4_MUL,
  F32X4_RELAXED_MADD,
  F32X4_PMIN,
  F32X4_PMAX,
  set,
  store,
  F32X4_SUB,
  V128,
} from "../wasm/assembler.ts";

/** Lambert's continued fraction of tanh up to the ninth term. Maximum error: 2e-6. */
const NUMERATOR = [34_459_425, 4_729_725, 135_135, 990, 1];
const DENOMINATOR = [34_459_425, 16_216_200, 945_945, 13_860, 45];

/** The local that is transformed in place, a scratch local, and the instruction set. */
interface Lane {
  readonly x: number;
  readonly square: number;
  /** Whether fused multiply-add is available. */
  readonly fused: boolean;
}

/** tanh of a vector. */
function hyperbolicTangent({ x, square, fused }: Lane): Code {
  const polynomial = (factors: readonly number[]): Code =>
    factors
      .map((factor) => constant(factor / factors[0]!))
      .toReversed()
      .map((factor, i) => {
        if (i === 0) return factor;
        return fused
          ? [get(square), factor, F32X4_RELAXED_MADD]
          : [get(square), F32X4_MUL, factor, F32X4_ADD];
      });
  return [
    // Outside this range the fraction deviates from tanh, which is ±1 there.
    [get(x), constant(-8), F32X4_PMAX, constant(8), F32X4_PMIN, set(x)],
    [get(x), get(x), F32X4_MUL, set(square)],
    [get(x), polynomial(NUMERATOR), F32X4_MUL, polynomial(DENOMINATOR), F32X4_DIV],
    [constant(-1), F32X4_PMAX, constant(1), F32X4_PMIN, set(x)],
  ];
}

/** 1 / (1 + exp(−x)) of a vector. */
const logistic = (lane: Lane): Code => [
  [get(lane.x), constant(0.5), F32X4_MUL, set(lane.x)],
  hyperbolicTangent(lane),
  [get(lane.x), constant(0.5), F32X4_MUL, constant(0.5), F32X4_ADD, set(lane.x)],
];

/**
 * `(gates, cell, hidden, vectors)`: new cell and hidden state of an LSTM of `units`, from the
 * concatenated sums of its input, forget, cell and output gates.
 */
export function assembleCell(units: number, fused: boolean): number[] {
  const [gates, cell, hidden, vectors] = [0, 1, 2, 3] as const;
  const [x, square, saved] = [4, 5, 6] as const;
  const lane = { x, square, fused };
  const gate = (number: number): Code => [get(gates), load(4 * units * number), set(x)];
  const code = loop(vectors, [
    [gate(1), logistic(lane), get(x), get(cell), load(), F32X4_MUL, set(saved)],
    [gate(0), logistic(lane), get(x)],
    [gate(2), hyperbolicTangent(lane), get(x), F32X4_MUL, get(saved), F32X4_ADD, set(saved)],
    [get(cell), get(saved), store()],
    [gate(3), logistic(lane), get(hidden), get(x)],
    [get(saved), set(x), hyperbolicTangent(lane), get(x), F32X4_MUL, store()],
    [advance(gates, 16), advance(cell, 16), advance(hidden, 16)],
  ]);
  return body([[3, V128]], code);
}

/**
 * `(input, recurrent, diagonal, state, next, vectors)`: the next state of a GRU of `units`, from
 * the concatenated sums of its update, reset and new gates; `diagonal` holds factors of the state
 * that belong to the recurrent sums.
 */
export function assembleGru(units: number, fused: boolean): number[] {
  const [input, recurrent, diagonal, state, next, vectors] = [0, 1, 2, 3, 4, 5] as const;
  const [x, square, saved, update] = [6, 7, 8, 9] as const;
  const lane = { x, square, fused };
  const part = (address: number, number: number): Code => [get(address), load(4 * units * number)];
  const remembered = (number: number): Code => [
    [part(recurrent, number), part(diagonal, number), get(saved), F32X4_MUL],
    F32X4_ADD,
  ];
  const gate = (number: number): Code => [
    [part(input, number), remembered(number), F32X4_ADD, set(x)],
    logistic(lane),
  ];
  const code = loop(vectors, [
    [get(state), load(), set(saved)],
    [gate(0), get(x), set(update)],
    [gate(1), part(input, 2), get(x), remembered(2), F32X4_MUL, F32X4_ADD, set(x)],
    hyperbolicTangent(lane),
    [get(next), get(x), get(update), get(saved), get(x), F32X4_SUB, F32X4_MUL, F32X4_ADD, store()],
    [input, recurrent, diagonal, state, next].map((address) => advance(address, 16)),
  ]);
  return body([[4, V128]], code);
}

/** `(values, vectors)`: applies `code` to each vector in place. */
function assembleMap(code: (lane: Lane) => Code, fused: boolean): number[] {
  const [values, vectors, x, square] = [0, 1, 2, 3] as const;
  const lane = { x, square, fused };
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(values), load(), set(x), code(lane), get(values), get(x), store()],
      advance(values, 16),
    ]),
  );
}

/** `(values, vectors)`: applies 1 / (1 + exp(−x)) in place. */
export const assembleLogistic = (fused: boolean): number[] => assembleMap(logistic, fused);

/** `(values, vectors)`: applies tanh in place. */
export const assembleHyperbolicTangent = (fused: boolean): number[] =>
  assembleMap(hyperbolicTangent, fused);
