import {
  ADD_F64X2,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateOver,
  load,
  loop,
  MULTIPLY_F64X2,
  PROMOTE,
  set,
  store,
  SUBTRACT_F64X2,
  V128,
  vector,
} from "../wasm/assembler.ts";

const loadFirst: Code = [vector(92), 2, 0];
const loadSecond: Code = [vector(86), 2, 0, 1];

/** Samples that are worked on at once, of each of two channels: more than 100 ms at 192 kHz. */
const AREA = 32_768;
const AREA_BYTES = 4 * AREA;
const PAGE_BYTES = 65_536;
/** A number for each of the two channels. */
const PAIR_BYTES = 16;

export const [LEFT, RIGHT, VALUES, COUNT] = [0, 1, 2, 3] as const;
/** The local that a pair of values is in: behind the parameters. */
export const value = (index: number): number => 4 + index;

/** The samples of both channels in double precision. */
export const loadPair = (samples: number): Code => [
  [get(RIGHT), get(LEFT), loadFirst, loadSecond, PROMOTE, set(samples)],
];
/** The same, and on to the next ones. */
const nextSamples = (samples: number): Code => [
  loadPair(samples),
  [advance(LEFT, 4), advance(RIGHT, 4)],
];

interface Stage {
  readonly input: number;
  readonly output: number;
  /** First of the values b0, b1, b2, a1 and a2. */
  readonly factors: number;
  /** First of two values. */
  readonly states: number;
}

/** A filter of second order in direct form II transposed. */
export function filter({ input, output, factors, states }: Stage): Code {
  const [b0, b1, b2, a1, a2] = [0, 1, 2, 3, 4].map((i) => value(factors + i)) as [
    ...[number, number, number, number, number],
  ];
  const [first, second] = [value(states), value(states + 1)];
  const times = (factor: number, local: number): Code => [get(factor), get(local), MULTIPLY_F64X2];
  return [
    [times(b0, input), get(first), ADD_F64X2, set(output)],
    [times(b1, input), times(a1, output), SUBTRACT_F64X2, get(second), ADD_F64X2, set(first)],
    [times(b2, input), times(a2, output), SUBTRACT_F64X2, set(second)],
  ];
}

const addSquare = (sum: number, local: number): Code => [
  [get(value(sum)), get(local), get(local), MULTIPLY_F64X2, ADD_F64X2, set(value(sum))],
];

/** `(left, right, values, count)`: what is done for each sample with values that are kept in locals. */
export function assemblePair(values: number, others: number, each: Code): number[] {
  const all = Array.from({ length: values }, (_, i) => i);
  return body(
    [[values + others, V128]],
    [
      all.map((i) => [get(VALUES), load(PAIR_BYTES * i), set(value(i))]),
      loop(COUNT, each),
      all.map((i) => [get(VALUES), get(value(i)), store(PAIR_BYTES * i)]),
    ],
  );
}

/** Values of `energy`: two stages, their states, and the sum of squares behind them. */
export const ENERGY = { factors: [0, 5], states: 10, sum: 14, values: 15 } as const;

function assembleEnergy(): number[] {
  const [samples, between, output] = [0, 1, 2].map((i) => value(ENERGY.values + i)) as [
    ...[number, number, number],
  ];
  const { factors, states } = ENERGY;
  return assemblePair(ENERGY.values, 3, [
    nextSamples(samples),
    filter({ input: samples, output: between, factors: factors[0], states }),
    filter({ input: between, output, factors: factors[1], states: states + 2 }),
    addSquare(ENERGY.sum, output),
  ]);
}

/** Values of `bands`: a stage with its states, shares and states of three lowpasses, five sums. */
export const BAND_VALUES = {
  factors: 0,
  states: 5,
  shares: 7,
  lows: 10,
  sums: 13,
  values: 18,
} as const;

/** What each of three lowpasses leaves goes to the next one. Sums: of all, of what each passes, of the rest. */
function assembleBands(): number[] {
  const samples = value(BAND_VALUES.values);
  const filtered = value(BAND_VALUES.values + 1);
  return assemblePair(BAND_VALUES.values, 2, [
    nextSamples(samples),
    filter({ input: samples, output: filtered, ...BAND_VALUES }),
    addSquare(BAND_VALUES.sums, filtered),
    [0, 1, 2].map((i) => {
      const low = value(BAND_VALUES.lows + i);
      return [
        [
          get(low),
          get(value(BAND_VALUES.shares + i)),
          get(filtered),
          get(low),
          SUBTRACT_F64X2,
          MULTIPLY_F64X2,
        ],
        [ADD_F64X2, set(low), addSquare(BAND_VALUES.sums + 1 + i, low)],
        [get(filtered), get(low), SUBTRACT_F64X2, set(filtered)],
      ];
    }),
    addSquare(BAND_VALUES.sums + 4, filtered),
  ]);
}

type Run = (left: number, right: number, values: number, count: number) => void;

function createKernel() {
  const memory = new WebAssembly.Memory({ initial: (2 * AREA_BYTES) / PAGE_BYTES + 1 });
  const left = new Float32Array(memory.buffer, 0, AREA);
  const right = new Float32Array(memory.buffer, AREA_BYTES, AREA);
  const pairs = new Float64Array(memory.buffer, 2 * AREA_BYTES, 2 * BAND_VALUES.values);
  const kernels = instantiateOver<{ readonly energy: Run; readonly bands: Run }>(
    memory,
    assembleModule([
      { name: "energy", parameters: 4, body: assembleEnergy() },
      { name: "bands", parameters: 4, body: assembleBands() },
    ]),
  );
  return (
    name: keyof typeof kernels,
    values: Float64Array,
    channels: readonly [Float32Array, Float32Array],
  ): void => {
    left.set(channels[0]);
    right.set(channels[1]);
    pairs.set(values);
    kernels[name](0, AREA_BYTES, pairs.byteOffset, channels[0].length);
    values.set(pairs.subarray(0, values.length));
  };
}

let kernel: ReturnType<typeof createKernel> | null = null;

/**
 * Filters two channels in double precision, step by step as the same formulae in JavaScript.
 * @param values of `ENERGY` or `BAND_VALUES`, each for one channel and the other; they are changed
 * @param channels of one length, from one sample to at most 32,768
 */
export const filterPair: ReturnType<typeof createKernel> = (name, values, channels) =>
  (kernel ??= createKernel())(name, values, channels);

/** Numbers too small to matter cost many times the time. */
const LEAST = 1e-30;

/** Puts 0 in place of values from one to before another that are too small. */
export function dropTiny(values: Float64Array, from: number, to: number): void {
  for (let i = 2 * from; i < 2 * to; i++) if (Math.abs(values[i]!) < LEAST) values[i] = 0;
}

/** The same value for both channels, one after the other from an index on. */
export function setPairs(values: Float64Array, from: number, numbers: readonly number[]): void {
  for (const [i, number] of numbers.entries())
    values.fill(number, 2 * (from + i), 2 * (from + i + 1));
}
