import {
  ADD,
  ADD_I32X4,
  type Code,
  constant,
  DIVIDE,
  FLOAT_OF_I32,
  FLOOR,
  get,
  I32_OF_FLOAT,
  int,
  leb,
  MULTIPLY,
  set,
  SUBTRACT,
} from "../nets/wasm-code.ts";

const vector = (number: number): Code => [0xfd, leb(number)];
const AND = vector(78);
const OR = vector(80);
const integers = (value: number): Code => [int(value), vector(17)];
const shiftUp = (bits: number): Code => [int(bits), vector(171)];
const shiftDown = (bits: number): Code => [int(bits), vector(172)];

export const ROOT = vector(227);
export const times = (a: Code, b: Code): Code => [a, b, MULTIPLY];
export const squares = (a: Code, b: Code): Code => [times(a, a), times(b, b), ADD];
/** `c0 + x (c1 + x (c2 + …))` */
const polynomial = (x: Code, [first, ...more]: readonly number[]): Code =>
  more.length === 0 ? constant(first!) : [polynomial(x, more), x, MULTIPLY, constant(first!), ADD];

/** Base 2, of normal numbers, in place: off by 2e-6. @param free a local; the one after it is taken, too */
export function logarithm(x: number, free: number): Code {
  const [exponent, t] = [free, free + 1];
  // log m = 2 (t + t³ / 3 + t⁵ / 5 + …), where t = (m − 1) / (m + 1).
  const series = [0, 1, 2, 3, 4].map((i) => 2 / Math.LN2 / (2 * i + 1));
  return [
    [get(x), shiftDown(23), integers(-127), ADD_I32X4, FLOAT_OF_I32, set(exponent)],
    [get(x), integers(0x7f_ffff), AND, integers(0x3f80_0000), OR, set(x)],
    [get(x), constant(1), SUBTRACT, get(x), constant(1), ADD, DIVIDE, set(t)],
    [times(get(t), get(t)), set(x)],
    [times(polynomial(get(x), series), get(t)), get(exponent), ADD, set(x)],
  ];
}

/** 2 to the power of x, −100 to 0, in place: off by 3e-6 of it. @param free a local */
export function power(x: number, free: number): Code {
  const whole = free;
  // A series about the middle between two whole numbers.
  const series = [Math.SQRT2];
  for (let i = 1; i < 6; i++) series.push((series[i - 1]! * Math.LN2) / i);
  return [
    [get(x), FLOOR, set(whole), get(x), get(whole), SUBTRACT, constant(0.5), SUBTRACT, set(x)],
    [get(whole), I32_OF_FLOAT, integers(127), ADD_I32X4, shiftUp(23)],
    [polynomial(get(x), series), MULTIPLY, set(x)],
  ];
}
