import {
  F32X4_ADD,
  I32X4_ADD,
  V128_AND,
  type Code,
  constant,
  constantI32,
  F32X4_CONVERT_I32X4_S,
  get,
  I32X4_TRUNC_SAT_F32X4_S,
  F32X4_PMIN,
  F32X4_PMAX,
  F32X4_MUL,
  F32X4_RELAXED_MADD,
  F32X4_NEAREST,
  set,
  I32X4_SHL,
  I32X4_SHR_S,
  F32X4_SUB,
} from "./assembler.ts";

/** The local that is transformed in place, two scratch locals, and the instruction set. */
export interface Lane {
  readonly x: number;
  readonly whole: number;
  readonly sum: number;
  /** Whether fused multiply-add is available. */
  readonly fused: boolean;
}

/** Mantissa bits of a float, and its exponent bias. */
const MANTISSA = 23;
const BIAS = 127;
/** ln 2 in two parts; the first has so few bits that its products with integers are exact. */
const LN2 = [0.693_359_375, -2.121_944_400_546_906e-4] as const;

/** Evaluates the polynomial of local `x` into local `sum`; `factors` start at the highest power. */
function polynomial(factors: readonly number[], { x, sum, fused }: Lane): Code {
  return [
    [constant(factors[0]!), set(sum)],
    factors
      .slice(1)
      .map((factor): Code => [
        fused
          ? [get(sum), get(x), constant(factor), F32X4_RELAXED_MADD]
          : [get(sum), get(x), F32X4_MUL, constant(factor), F32X4_ADD],
        set(sum),
      ]),
  ];
}

/**
 * Replaces local `x`, clamped to −87…88, by its exponential: 2 to the nearest integer power times a
 * series (Cody and Waite 1980). Maximum relative error: 2e-7.
 */
export const exponential = (lane: Lane): Code => [
  [get(lane.x), constant(-87), F32X4_PMAX, constant(88), F32X4_PMIN, set(lane.x)],
  [get(lane.x), constant(Math.LOG2E), F32X4_MUL, F32X4_NEAREST, set(lane.whole)],
  LN2.map((part) => [
    [get(lane.x), get(lane.whole), constant(part), F32X4_MUL, F32X4_SUB, set(lane.x)],
  ]),
  polynomial([1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1], lane),
  [
    get(lane.whole),
    I32X4_TRUNC_SAT_F32X4_S,
    constantI32(BIAS),
    I32X4_ADD,
    shiftByMantissa(I32X4_SHL),
  ],
  [get(lane.sum), F32X4_MUL, set(lane.x)],
];

/**
 * Replaces local `x`, a normal positive float, by its natural logarithm: the exponent plus a series
 * of the mantissa between √½ and √2 (as in Cephes, Moshier 1989). Maximum error: 1e-6.
 */
export const logarithm = (lane: Lane): Code => {
  const { x, whole, sum } = lane;
  const root = 0x3f35_04f3;
  return [
    // The mantissa is centered on 1: values from √½ on belong to the next exponent.
    [get(x), constantI32(-root), I32X4_ADD, shiftByMantissa(I32X4_SHR_S), set(whole)],
    [get(x), constantI32(-root), I32X4_ADD, constantI32(2 ** MANTISSA - 1), V128_AND],
    [constantI32(root), I32X4_ADD, constant(1), F32X4_SUB, set(x)],
    polynomial(
      [
        7.037_683_629_2e-2, -1.151_461_031e-1, 1.167_699_874e-1, -1.242_014_084_6e-1,
        1.424_932_278_7e-1, -1.666_805_766_5e-1, 2.000_071_476_5e-1, -2.499_999_399_3e-1,
        3.333_333_117_4e-1, -0.5, 1, 0,
      ],
      lane,
    ),
    [get(whole), F32X4_CONVERT_I32X4_S, constant(Math.LN2), F32X4_MUL, get(sum), F32X4_ADD, set(x)],
  ];
};

/** Shifts integers by the number of mantissa bits. */
const shiftByMantissa = (shift: Code): Code => [[0x41, MANTISSA], shift];
