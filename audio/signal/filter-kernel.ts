import {
  F64X2_ADD,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateWithMemory,
  load,
  loop,
  F64X2_MUL,
  F64X2_PROMOTE_LOW_F32X4,
  set,
  store,
  F64X2_SUB,
  V128,
  simd,
} from "../wasm/assembler.ts";

const loadLaneZero: Code = [simd(92), 2, 0];
const loadLaneOne: Code = [simd(86), 2, 0, 1];

/** Maximum number of samples per call, for each of two channels: more than 100 ms at 192 kHz. */
const MAX_SAMPLES = 32_768;
const AREA_BYTES = 4 * MAX_SAMPLES;
const PAGE_BYTES = 65_536;
/** One value for each of the two channels. */
const PAIR_BYTES = 16;

export const [LEFT, RIGHT, VALUES, COUNT] = [0, 1, 2, 3] as const;
/** The local that holds a pair of values, after the parameters. */
export const value = (index: number): number => 4 + index;

/** Loads a sample of both channels in double precision. */
export const loadPair = (samples: number): Code => [
  [get(RIGHT), get(LEFT), loadLaneZero, loadLaneOne, F64X2_PROMOTE_LOW_F32X4, set(samples)],
];
/** Loads a sample of both channels and advances to the next one. */
const nextSamples = (samples: number): Code => [
  loadPair(samples),
  [advance(LEFT, 4), advance(RIGHT, 4)],
];

interface Stage {
  readonly input: number;
  readonly output: number;
  /** First of the values b0, b1, b2, a1 and a2. */
  readonly factors: number;
  /** First of the two states. */
  readonly states: number;
}

/** A biquad in direct form II transposed. */
export function filter({ input, output, factors, states }: Stage): Code {
  const [b0, b1, b2, a1, a2] = [0, 1, 2, 3, 4].map((i) => value(factors + i)) as [
    ...[number, number, number, number, number],
  ];
  const [first, second] = [value(states), value(states + 1)];
  const times = (factor: number, local: number): Code => [get(factor), get(local), F64X2_MUL];
  return [
    [times(b0, input), get(first), F64X2_ADD, set(output)],
    [times(b1, input), times(a1, output), F64X2_SUB, get(second), F64X2_ADD, set(first)],
    [times(b2, input), times(a2, output), F64X2_SUB, set(second)],
  ];
}

const addSquare = (sum: number, local: number): Code => [
  [get(value(sum)), get(local), get(local), F64X2_MUL, F64X2_ADD, set(value(sum))],
];

/** `(left, right, values, count)`: runs `each` for every sample, with the values in locals. */
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

/** Values of `energy`: two stages, their states, and the sum of squares of their output. */
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

/**
 * Values of `bands`: a stage with its states, coefficients and states of three low-pass filters,
 * five sums.
 */
export const BAND_VALUES = {
  factors: 0,
  states: 5,
  shares: 7,
  lows: 10,
  sums: 13,
  values: 18,
} as const;

/**
 * Each of three low-pass filters receives what the one before it rejects. Sums: of everything, of
 * the output of each filter, of the rest.
 */
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
          F64X2_SUB,
          F64X2_MUL,
        ],
        [F64X2_ADD, set(low), addSquare(BAND_VALUES.sums + 1 + i, low)],
        [get(filtered), get(low), F64X2_SUB, set(filtered)],
      ];
    }),
    addSquare(BAND_VALUES.sums + 4, filtered),
  ]);
}

type Run = (left: number, right: number, values: number, count: number) => void;

function createKernel() {
  const memory = new WebAssembly.Memory({ initial: (2 * AREA_BYTES) / PAGE_BYTES + 1 });
  const left = new Float32Array(memory.buffer, 0, MAX_SAMPLES);
  const right = new Float32Array(memory.buffer, AREA_BYTES, MAX_SAMPLES);
  const pairs = new Float64Array(memory.buffer, 2 * AREA_BYTES, 2 * BAND_VALUES.values);
  const kernels = instantiateWithMemory<{ readonly energy: Run; readonly bands: Run }>(
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
 * Filters two channels in double precision with the same operations, in the same order, as the
 * JavaScript filter.
 * @param values of `ENERGY` or `BAND_VALUES`, interleaved by channel; modified
 * @param channels of equal length, 1 to 32,768 samples
 */
export const filterPair: ReturnType<typeof createKernel> = (name, values, channels) =>
  (kernel ??= createKernel())(name, values, channels);

/** Smaller states are flushed to zero: denormal numbers are many times slower. */
const MIN_STATE = 1e-30;

/** Sets tiny values in [`from`, `to`) to 0. */
export function flushTinyToZero(values: Float64Array, from: number, to: number): void {
  for (let i = 2 * from; i < 2 * to; i++) if (Math.abs(values[i]!) < MIN_STATE) values[i] = 0;
}

/** Writes values for both channels, starting at index `from`. */
export function setPairs(values: Float64Array, from: number, numbers: readonly number[]): void {
  for (const [i, number] of numbers.entries())
    values.fill(number, 2 * (from + i), 2 * (from + i + 1));
}
