import {
  ADD,
  ADD_I32X4,
  AND,
  type Code,
  constant,
  constantI32,
  FLOAT_OF_I32,
  get,
  I32_OF_FLOAT,
  QUICK_LEAST,
  QUICK_MOST,
  MULTIPLY,
  MULTIPLY_ADD,
  NEAREST,
  set,
  SHIFT_LEFT_I32X4,
  SHIFT_RIGHT_I32X4,
  SUBTRACT,
} from "./assembler.ts";

/** A vector that is changed, two for what is between, and how they are worked on. */
export interface Lane {
  readonly x: number;
  readonly whole: number;
  readonly sum: number;
  /** Whether there are fused multiplications and additions. */
  readonly fused: boolean;
}

/** Bits behind the point of a float, and what its exponent of 0 is written as. */
const MANTISSA = 23;
const BIAS = 127;
/** Parts of ln 2: the first one has so few bits that its products with whole numbers are exact. */
const LN2 = [0.693_359_375, -2.121_944_400_546_906e-4] as const;

/** `factors` from the highest power on, of the local `x`, into the local `sum`. */
function polynomial(factors: readonly number[], { x, sum, fused }: Lane): Code {
  return [
    [constant(factors[0]!), set(sum)],
    factors
      .slice(1)
      .map((factor): Code => [
        fused
          ? [get(sum), get(x), constant(factor), MULTIPLY_ADD]
          : [get(sum), get(x), MULTIPLY, constant(factor), ADD],
        set(sum),
      ]),
  ];
}

/**
 * Puts e to the power of `x`, from −87 to 88 (what lies beyond counts as that), into the local `x`: 2 to
 * the nearest whole power times a series (Cody and Waite 1980). Off by 2e-7 of it at most.
 */
export const exponential = (lane: Lane): Code => [
  [get(lane.x), constant(-87), QUICK_MOST, constant(88), QUICK_LEAST, set(lane.x)],
  [get(lane.x), constant(Math.LOG2E), MULTIPLY, NEAREST, set(lane.whole)],
  LN2.map((part) => [
    [get(lane.x), get(lane.whole), constant(part), MULTIPLY, SUBTRACT, set(lane.x)],
  ]),
  polynomial([1 / 5040, 1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1], lane),
  [get(lane.whole), I32_OF_FLOAT, constantI32(BIAS), ADD_I32X4, int32Shift(SHIFT_LEFT_I32X4)],
  [get(lane.sum), MULTIPLY, set(lane.x)],
];

/**
 * Puts the natural logarithm of `x`, which is normal and above 0, into the local `x`: its exponent, and a
 * series of what is left, between the roots of 1/2 and 2 (as in Cephes, Moshier 1989). Off by 1e-6.
 */
export const logarithm = (lane: Lane): Code => {
  const { x, whole, sum } = lane;
  const root = 0x3f35_04f3;
  return [
    // What is left lies around 1: bits from the root of 1/2 on count as the next power.
    [get(x), constantI32(-root), ADD_I32X4, int32Shift(SHIFT_RIGHT_I32X4), set(whole)],
    [get(x), constantI32(-root), ADD_I32X4, constantI32(2 ** MANTISSA - 1), AND],
    [constantI32(root), ADD_I32X4, constant(1), SUBTRACT, set(x)],
    polynomial(
      [
        7.037_683_629_2e-2, -1.151_461_031e-1, 1.167_699_874e-1, -1.242_014_084_6e-1,
        1.424_932_278_7e-1, -1.666_805_766_5e-1, 2.000_071_476_5e-1, -2.499_999_399_3e-1,
        3.333_333_117_4e-1, -0.5, 1, 0,
      ],
      lane,
    ),
    [get(whole), FLOAT_OF_I32, constant(Math.LN2), MULTIPLY, get(sum), ADD, set(x)],
  ];
};

/** Moves whole numbers by the bits behind the point. */
const int32Shift = (shift: Code): Code => [[0x41, MANTISSA], shift];
