import {
  F32X4_ADD,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateWithMemory,
  leb,
  load,
  load32Splat,
  loop,
  F32X4_MAX,
  F32X4_MUL,
  set,
  store,
  V128,
  ZERO,
} from "../wasm/assembler.ts";

const F32X4_ABS: Code = [0xfd, leb(224)];
/** Values per loop iteration: two vectors, so that no sum waits for another. */
const VALUES_PER_ITERATION = 8;
/** Maximum number of samples per call. */
export const MAX_SAMPLES = 16_384;
const PAGE_BYTES = 65_536;

/**
 * `(samples, peaks, factors, iterations)`: for each sample the maximum of its magnitude and of the
 * kernels' outputs from it and the `taps - 1` samples around it; the sample itself is the one
 * before the middle.
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
      [get(factors), load32Splat(4 * (tap * kernels + kernel)), set(factor)],
      vectors.map((i) => {
        const sum = sumOf(kernel, i);
        return [get(values + i), get(factor), F32X4_MUL, get(sum), F32X4_ADD, set(sum)];
      }),
    ]),
  ];
  const largest = (i: number): Code => [
    [get(peaks), get(samples), load(4 * (taps / 2 - 1) + 16 * i), F32X4_ABS],
    all.map((kernel) => [get(sumOf(kernel, i)), F32X4_ABS, F32X4_MAX]),
    store(16 * i),
  ];
  return body(
    [[3 + 2 * kernels, V128]],
    loop(turns, [
      all.flatMap((kernel) => vectors.map((i) => [ZERO, set(sumOf(kernel, i))])),
      Array.from({ length: taps }, (_, tap) => addTap(tap)),
      vectors.map(largest),
      [advance(samples, 4 * VALUES_PER_ITERATION), advance(peaks, 4 * VALUES_PER_ITERATION)],
    ]),
  );
}

type Run = (samples: number, peaks: number, factors: number, turns: number) => void;

/** Interpolation with kernels of `taps` values. Without kernels, peaks are sample magnitudes. */
export function createPeakKernel(kernels: readonly Float64Array[], taps: number) {
  const width = MAX_SAMPLES + taps + VALUES_PER_ITERATION;
  const count = kernels.length * taps;
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((4 * (width + MAX_SAMPLES + count)) / PAGE_BYTES),
  });
  const samples = new Float32Array(memory.buffer, 0, width);
  const peaks = new Float32Array(memory.buffer, 4 * width, MAX_SAMPLES);
  const factors = new Float32Array(memory.buffer, 4 * (width + MAX_SAMPLES), count);
  for (const [i, kernel] of kernels.entries())
    for (const [tap, factor] of kernel.entries()) factors[tap * kernels.length + i] = factor;
  const { run } = instantiateWithMemory<{ readonly run: Run }>(
    memory,
    assembleModule([{ name: "run", parameters: 4, body: assemble(kernels.length, taps) }]),
  );
  return {
    /** Loads up to `MAX_SAMPLES` samples and their context. */
    take(input: Float32Array): void {
      samples.set(input);
    },
    /** Peaks of the loaded samples from `start` on; `length` is a multiple of eight. */
    peaks(start: number, length: number): Float32Array {
      run(4 * start, peaks.byteOffset, factors.byteOffset, length / VALUES_PER_ITERATION);
      return peaks.subarray(0, length);
    },
  };
}
export type PeakKernel = ReturnType<typeof createPeakKernel>;
