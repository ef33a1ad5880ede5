import {
  F32X4_ADD,
  advance,
  type Code,
  constant,
  get,
  I32,
  int,
  lanes,
  load,
  load32Splat,
  loop,
  F32X4_MUL,
  set,
  store,
  F32X4_SUB,
  V128,
} from "../../wasm/assembler.ts";
import { LANES } from "../../wasm/vector-memory.ts";

export const BYTES = 4 * LANES;

export const LOW = lanes(0, 4, 1, 5);
export const HIGH = lanes(2, 6, 3, 7);
export const reverseLanes = (local: number): Code => [get(local), get(local), lanes(3, 2, 1, 0)];

export interface FftLayout {
  /** Number of complex values. */
  readonly half: number;
  /** Addresses of two rows of complex values, real parts first; passes alternate between them. */
  readonly rows: readonly [number, number];
  /** Addresses of cos πk/half and sin πk/half for k < half. */
  readonly cosines: number;
  readonly sines: number;
  /** Address of the twiddle factors. */
  readonly factors: number;
}

interface Pass {
  /** Inputs of a butterfly. */
  readonly radix: 3 | 4 | 5;
  readonly stride: number;
  readonly count: number;
}

/** Floats of twiddle factors per butterfly: re and im of w, w² … */
const factorsIn = ({ radix }: Pass) => 2 * (radix - 1);

/** The passes of a Stockham transform, which needs no reordering. */
function passesOf(half: number): readonly Pass[] {
  const passes: Pass[] = [];
  let stride = 1;
  for (const radix of [4, 3, 5] as const)
    for (; (half / stride) % radix === 0; stride *= radix)
      passes.push({ radix, stride, count: half / stride / radix });
  return passes;
}

export function turnsOf(half: number): number[] {
  return passesOf(half).flatMap((pass) => {
    const { radix, stride, count } = pass;
    const floats = factorsIn(pass);
    const factor = (p: number, number: number) => {
      const angle = (-2 * Math.PI * p * (1 + (number >> 1))) / (radix * count);
      return number % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
    };
    const together = stride === 1 ? LANES : 1;
    return Array.from({ length: floats * count }, (_, i) => {
      const first = Math.floor(i / floats / together) * together;
      const within = i - first * floats;
      return factor(first + (within % together), Math.floor(within / together));
    });
  });
}

/** Locals of all functions, after four parameters. */
export const [LEFT, INNER, INPUT, OUTPUT, FACTORS] = [4, 5, 6, 7, 8] as const;
export const [A, B, C, D, E, F, G, H, X, Y] = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18] as const;
const OUTPUTS = [A, B, C, D, E, F, G, H] as const;
/** Two more complex values for butterflies of odd radix. */
const [MEAN_RE, MEAN_IM, ROTATED_RE, ROTATED_IM] = [19, 20, 21, 22] as const;
export const LOCALS = [
  [5, I32],
  [14, V128],
] as const;

export const add = (to: number, p: Code, q: Code): Code => [p, q, F32X4_ADD, set(to)];
export const subtract = (to: number, p: Code, q: Code): Code => [p, q, F32X4_SUB, set(to)];
/** p q + r s, or p q − r s. */
export const products = (
  first: readonly [Code, Code],
  sign: Code,
  second: readonly [Code, Code],
): Code => [[first, F32X4_MUL], [second, F32X4_MUL], sign];

/** Loads a twiddle factor of a butterfly by its index. */
type LoadFactor = (number: number) => Code;

/** Loads the real (0) or imaginary (1) parts of a butterfly's inputs, `step` bytes apart. */
const inputsAt =
  (half: number, step: number) =>
  (number: number, part: 0 | 1): Code => [get(INPUT), load(number * step + part * 4 * half)];

/** Multiplies a complex value by twiddle factor `number`. */
function multiplyByFactor(turn: LoadFactor, re: number, im: number, number: number): Code {
  const [x, y] = [turn(2 * number), turn(2 * number + 1)];
  return [
    products([get(re), x], F32X4_SUB, [get(im), y]),
    products([get(re), y], F32X4_ADD, [get(im), x]),
    [set(im), set(re)],
  ];
}

/** Turns four inputs, `step` bytes apart, into the four `OUTPUTS` (re and im each). */
function butterfly(half: number, step: number, turn: LoadFactor): Code {
  const at = inputsAt(half, step);
  return [
    [add(A, at(0, 0), at(2, 0)), add(B, at(0, 1), at(2, 1))],
    [subtract(X, at(0, 0), at(2, 0)), subtract(Y, at(0, 1), at(2, 1))],
    [add(E, at(1, 0), at(3, 0)), add(F, at(1, 1), at(3, 1))],
    [subtract(G, at(1, 0), at(3, 0)), subtract(H, at(1, 1), at(3, 1))],
    [add(C, get(X), get(H)), subtract(D, get(Y), get(G))],
    [subtract(X, get(X), get(H)), add(Y, get(Y), get(G))],
    [subtract(G, get(A), get(E)), subtract(H, get(B), get(F))],
    [add(A, get(A), get(E)), add(B, get(B), get(F))],
    [get(G), set(E), get(H), set(F), get(X), set(G), get(Y), set(H)],
    [
      multiplyByFactor(turn, C, D, 0),
      multiplyByFactor(turn, E, F, 1),
      multiplyByFactor(turn, G, H, 2),
    ],
  ];
}

/**
 * Turns three or five inputs, `step` bytes apart, into as many outputs, `4 * stride` bytes apart.
 * Inputs from both ends are added and subtracted, so that cosines apply to the sums and sines to
 * the differences.
 */
function oddButterfly(half: number, { radix, stride, count }: Pass): Code {
  const at = inputsAt(half, 4 * stride * count);
  const pairs = Array.from({ length: (radix - 1) / 2 }, (_, i) => i + 1);
  const local = (pair: number, number: number) => OUTPUTS[4 * (pair - 1) + number]!;
  const weighted = (wave: (angle: number) => number, to: number, number: number, first: Code) => [
    first,
    pairs.map((pair, i) => [
      [get(local(pair, number)), constant(wave((2 * Math.PI * pair * to) / radix)), F32X4_MUL],
      i > 0 || first.length > 0 ? F32X4_ADD : [],
    ]),
  ];
  const keep = (re: number, im: number, number: number): Code => [
    number > 0
      ? multiplyByFactor((turn) => [get(FACTORS), load32Splat(4 * turn)], re, im, number - 1)
      : [],
    [get(OUTPUT), get(re), store(4 * stride * number)],
    [get(OUTPUT), get(im), store(4 * stride * number + 4 * half)],
  ];
  const sum = (part: 0 | 1): Code => [
    at(0, part),
    pairs.map((pair) => [get(local(pair, part)), F32X4_ADD]),
  ];
  const output = (number: number): Code => [
    [weighted(Math.cos, number, 0, at(0, 0)), set(MEAN_RE)],
    [weighted(Math.cos, number, 1, at(0, 1)), set(MEAN_IM)],
    [weighted(Math.sin, number, 2, []), set(ROTATED_RE)],
    [weighted(Math.sin, number, 3, []), set(ROTATED_IM)],
    [add(X, get(MEAN_RE), get(ROTATED_IM)), subtract(Y, get(MEAN_IM), get(ROTATED_RE))],
    keep(X, Y, number),
    [subtract(X, get(MEAN_RE), get(ROTATED_IM)), add(Y, get(MEAN_IM), get(ROTATED_RE))],
    keep(X, Y, radix - number),
  ];
  return [
    pairs.map((pair) => [
      [add(local(pair, 0), at(pair, 0), at(radix - pair, 0))],
      [add(local(pair, 1), at(pair, 1), at(radix - pair, 1))],
      [subtract(local(pair, 2), at(pair, 0), at(radix - pair, 0))],
      [subtract(local(pair, 3), at(pair, 1), at(radix - pair, 1))],
    ]),
    [sum(0), set(X), sum(1), set(Y), keep(X, Y, 0)],
    pairs.map(output),
  ];
}

/** Transposes four vectors. */
const transpose = (a: number, b: number, c: number, d: number): Code => [
  [get(a), get(c), LOW, set(X), get(a), get(c), HIGH, set(Y)],
  [get(b), get(d), LOW, set(a), get(b), get(d), HIGH, set(c)],
  [get(X), get(a), HIGH, set(b), get(X), get(a), LOW, set(a)],
  [get(Y), get(c), HIGH, set(d), get(Y), get(c), LOW, set(c)],
];

/** One pass. In the first pass, four butterflies lie side by side in each vector. */
function codeOf(half: number, pass: Pass): Code {
  const { radix, stride, count } = pass;
  const keep = (step: number) =>
    OUTPUTS.map((local, i) => [
      [get(OUTPUT), get(local)],
      store((i >> 1) * step + (i & 1) * 4 * half),
    ]);
  if (stride === 1)
    return [
      [int(count / LANES), set(LEFT)],
      loop(LEFT, [
        butterfly(half, 4 * count, (number) => [get(FACTORS), load(BYTES * number)]),
        [transpose(A, C, E, G), transpose(B, D, F, H), keep(BYTES)],
        [
          advance(INPUT, BYTES),
          advance(OUTPUT, 4 * BYTES),
          advance(FACTORS, factorsIn(pass) * BYTES),
        ],
      ]),
    ];
  return [
    [int(count), set(LEFT)],
    loop(LEFT, [
      [int(stride / LANES), set(INNER)],
      loop(INNER, [
        radix === 4
          ? [
              butterfly(half, 4 * stride * count, (number) => [
                get(FACTORS),
                load32Splat(4 * number),
              ]),
              keep(4 * stride),
            ]
          : oddButterfly(half, pass),
        [advance(INPUT, BYTES), advance(OUTPUT, BYTES)],
      ]),
      [advance(OUTPUT, 4 * (radix - 1) * stride), advance(FACTORS, 4 * factorsIn(pass))],
    ]),
  ];
}

/** The last pass when a factor of two remains: pairs, half of the row apart. */
function lastPass(half: number): Code {
  const at = (second: 0 | 1): Code => [get(INPUT), load(2 * half * second)];
  return [
    [int(2), set(INNER)],
    loop(INNER, [
      [int(half / 2 / LANES), set(LEFT)],
      loop(LEFT, [
        [get(OUTPUT), at(0), at(1), F32X4_ADD, store()],
        [get(OUTPUT), at(0), at(1), F32X4_SUB, store(2 * half)],
        [advance(INPUT, BYTES), advance(OUTPUT, BYTES)],
      ]),
      [advance(INPUT, 2 * half), advance(OUTPUT, 2 * half)],
    ]),
  ];
}

/** All passes from the first row on, and the row that holds the result. */
export function transformRows({ half, rows, factors }: FftLayout): {
  readonly code: Code;
  readonly row: number;
} {
  const passes = passesOf(half).map((pass) => codeOf(half, pass));
  if (passesOf(half).reduce((rest, { radix }) => rest / radix, half) === 2)
    passes.push(lastPass(half));
  return {
    code: [
      [int(factors), set(FACTORS)],
      passes.map((code, i) => [
        [int(rows[i % 2]!), set(INPUT), int(rows[(i + 1) % 2]!), set(OUTPUT)],
        code,
      ]),
    ],
    row: rows[passes.length % 2]!,
  };
}
