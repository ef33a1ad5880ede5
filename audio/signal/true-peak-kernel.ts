import {
  ADD,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateOver,
  leb,
  load,
  loadSplat,
  loop,
  MOST,
  MULTIPLY,
  set,
  store,
  V128,
  ZERO,
} from "../wasm/assembler.ts";

const ABSOLUTE: Code = [0xfd, leb(224)];
/** Values that one turn of the loop makes: two vectors, so that no sum waits for another. */
const TURN = 8;
/** Samples that are worked on at once. */
export const MOST_SAMPLES = 16_384;
const PAGE_BYTES = 65_536;

/**
 * `(samples, peaks, factors, turns)`: of each sample the largest of itself and of what each kernel makes
 * of it and the `taps - 1` around it; the sample itself is the one before the middle.
 */
function assemble(kernels: number, taps: number): number[] {
  const [samples, peaks, factors, turns] = [0, 1, 2, 3] as const;
  const vectors = [0, 1];
  const [factor, values] = [4, 5] as const;
  const sumOf = (kernel: number, vector: number): number => 7 + 2 * kernel + vector;
  const all = Array.from({ length: kernels }, (_, kernel) => kernel);
  const addTap = (tap: number): Code => [
    vectors.map((i) => [get(samples), load(4 * tap + 16 * i), set(values + i)]),
    all.map((kernel) => [
      [get(factors), loadSplat(4 * (tap * kernels + kernel)), set(factor)],
      vectors.map((i) => {
        const sum = sumOf(kernel, i);
        return [get(values + i), get(factor), MULTIPLY, get(sum), ADD, set(sum)];
      }),
    ]),
  ];
  const largest = (i: number): Code => [
    [get(peaks), get(samples), load(4 * (taps / 2 - 1) + 16 * i), ABSOLUTE],
    all.map((kernel) => [get(sumOf(kernel, i)), ABSOLUTE, MOST]),
    store(16 * i),
  ];
  return body(
    [[3 + 2 * kernels, V128]],
    loop(turns, [
      all.flatMap((kernel) => vectors.map((i) => [ZERO, set(sumOf(kernel, i))])),
      Array.from({ length: taps }, (_, tap) => addTap(tap)),
      vectors.map(largest),
      [advance(samples, 4 * TURN), advance(peaks, 4 * TURN)],
    ]),
  );
}

type Run = (samples: number, peaks: number, factors: number, turns: number) => void;

/** Interpolation by kernels of so many taps. Without kernels peaks are the samples themselves. */
export function createPeakKernel(kernels: readonly Float64Array[], taps: number) {
  const width = MOST_SAMPLES + taps + TURN;
  const count = kernels.length * taps;
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((4 * (width + MOST_SAMPLES + count)) / PAGE_BYTES),
  });
  const samples = new Float32Array(memory.buffer, 0, width);
  const peaks = new Float32Array(memory.buffer, 4 * width, MOST_SAMPLES);
  const factors = new Float32Array(memory.buffer, 4 * (width + MOST_SAMPLES), count);
  for (const [i, kernel] of kernels.entries())
    for (const [tap, factor] of kernel.entries()) factors[tap * kernels.length + i] = factor;
  const { run } = instantiateOver<{ readonly run: Run }>(
    memory,
    assembleModule([{ name: "run", parameters: 4, body: assemble(kernels.length, taps) }]),
  );
  return {
    /** Up to `MOST_SAMPLES` and those around them. */
    take(input: Float32Array): void {
      samples.set(input);
    },
    /** Peaks of what was taken, from a place on; `length` is a multiple of eight. */
    peaks(start: number, length: number): Float32Array {
      run(4 * start, peaks.byteOffset, factors.byteOffset, length / TURN);
      return peaks.subarray(0, length);
    },
  };
}
export type PeakKernel = ReturnType<typeof createPeakKernel>;
