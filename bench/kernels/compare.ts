// Compares three assembled kernels with the same code in C (kernels.c), in one run: whether their
// results are equal bit for bit, and the time of C divided by that of the assembled kernel.
//
//   node bench/kernels/compare.ts [--compiler clang-19]
//
// Needs clang and wasm-ld of the same version, 16 or later (relaxed SIMD).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createDenseKernel, denseFloats } from "#audio/nets/dense-kernel.ts";
import { createMedianKernel, MEDIAN_OF } from "#audio/separation/median-kernel.ts";
import { createFftKernel } from "#audio/signal/fft/fft-kernel.ts";
import { turnsOf } from "#audio/signal/fft/fft-passes.ts";
import { createVectorMemory, type VectorMemory } from "#audio/wasm/vector-memory.ts";
import { createSeededRandom } from "#core/random.ts";

const { values } = parseArgs({ options: { compiler: { type: "string", default: "clang-19" } } });

type Exports = Readonly<
  Record<"forward" | "product" | "ofRows" | "ofNeighbors", (...all: number[]) => number>
>;

function compile(): {
  readonly load: (memory: WebAssembly.Memory) => Exports;
  readonly bytes: number;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "kernels-"));
  const out = path.join(folder, "kernels.wasm");
  try {
    const link = ["--no-entry", "--import-memory", "--strip-all", "--global-base=1024"];
    const options =
      "--target=wasm32 -O3 -msimd128 -mrelaxed-simd -DFUSED -ffp-contract=off -nostdlib " +
      "-mllvm -unroll-threshold=100000 -Wl,-z,stack-size=4096";
    execFileSync(
      values.compiler,
      [
        ...options.split(" "),
        ...link.map((option) => `-Wl,${option}`),
        "-o",
        out,
        path.join(import.meta.dirname, "kernels.c"),
      ],
      { stdio: "inherit" },
    );
    const bytes = readFileSync(out);
    const module = new WebAssembly.Module(bytes);
    return {
      bytes: bytes.length,
      load: (memory) => new WebAssembly.Instance(module, { env: { memory } }).exports as Exports,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const random = createSeededRandom(7);
const fill = (array: Float32Array): Float32Array => array.map(() => random() * 2 - 1);
/** Takes an array of random values from a memory. */
const take = (memory: VectorMemory, length: number): Float32Array => {
  const array = memory.take(length);
  array.set(fill(array));
  return array;
};
const isEqual = (a: Float32Array, b: Float32Array): boolean =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  );

/** Median of the ratios of paired runs; the order within a pair alternates. */
function ratioOf(assembled: () => void, compiled: () => void): number {
  const timeOf = (run: () => void, times: number): number => {
    const from = performance.now();
    for (let i = 0; i < times; i++) run();
    return performance.now() - from;
  };
  let times = 1;
  while (timeOf(assembled, times) < 20) times *= 2;
  timeOf(compiled, times);
  const ratios = Array.from({ length: 41 }, (_, i) => {
    const [first, second] = i % 2 === 0 ? [assembled, compiled] : [compiled, assembled];
    const [a, b] = [timeOf(first, times), timeOf(second, times)];
    return i % 2 === 0 ? b / a : a / b;
  });
  return ratios.sort((a, b) => a - b)[20]!;
}

const c = compile();
const rows: { kernel: string; equal: boolean; "C ÷ assembled": string }[] = [];
const add = (kernel: string, equal: boolean, ratio: number): void =>
  void rows.push({ kernel, equal, "C ÷ assembled": ratio.toFixed(2) });

for (const size of [512, 960, 2048, 4096]) {
  const half = size / 2;
  const turns = turnsOf(half);
  const bins = half + 4;
  const fft = createFftKernel(size, 12 * size + turns.length);
  const [samples, window] = [take(fft, size), take(fft, size)];
  const outputs = [1, 2, 3, 4].map(() => fft.take(bins + 4));
  const [first, second] = [fft.take(size), fft.take(size)];
  const [factors, cosines, sines] = [fft.take(turns.length), fft.take(half), fft.take(half)];
  factors.set(turns);
  for (let k = 0; k < half; k++) {
    cosines[k] = Math.cos((Math.PI * k) / half);
    sines[k] = Math.sin((Math.PI * k) / half);
  }
  const { forward } = c.load(fft.memory);
  const at = [
    samples,
    window,
    outputs[2]!,
    outputs[3]!,
    first,
    second,
    factors,
    cosines,
    sines,
  ].map(({ byteOffset }) => byteOffset);
  const assembled = (): void => fft.forward(samples, window, outputs[0]!, outputs[1]!);
  const compiled = (): void => {
    const row = forward(...at, half);
    const result = row === first.byteOffset ? first : second;
    const [re, im] = [outputs[2]!, outputs[3]!];
    re[0] = result[0]! + result[half]!;
    re[half] = result[0]! - result[half]!;
    im[0] = 0;
    im[half] = 0;
  };
  assembled();
  compiled();
  const equal = [0, 1].every((i) =>
    isEqual(outputs[i]!.subarray(0, half + 1), outputs[i + 2]!.subarray(0, half + 1)),
  );
  add(`forward transform, ${size} samples`, equal, ratioOf(assembled, compiled));
}

for (const size of [64, 256, 512]) {
  const memory = createVectorMemory(2 * denseFloats(size, size) + 4 * size);
  const input = take(memory, size);
  const layer = {
    weights: fill(new Float32Array(size * size)),
    biases: fill(new Float32Array(size)),
  };
  const before = memory.take(4).byteOffset + 16;
  const dense = createDenseKernel(memory)({ ...layer, columns: size }, input);
  const out = memory.take(size);
  const { product } = c.load(memory.memory);
  const compiled = (): void =>
    void product(
      before,
      input.byteOffset,
      before + 4 * size * size,
      out.byteOffset,
      size / 32,
      size,
    );
  dense.run();
  compiled();
  add(
    `dense layer, ${size} × ${size}`,
    isEqual(dense.out, out),
    ratioOf(() => dense.run(), compiled),
  );
}

{
  const [stride, length] = [2048, 2000];
  const memory = createVectorMemory(stride * (MEDIAN_OF + 4));
  const all = take(memory, stride * MEDIAN_OF);
  const [a, b] = [memory.take(length), memory.take(length)];
  const kernel = createMedianKernel(memory, stride);
  const { ofRows, ofNeighbors } = c.load(memory.memory);
  const [from, to] = [all.byteOffset, b.byteOffset];
  const rowsInC = (): void => void ofRows(from, to, length / 4, stride);
  const neighborsInC = (): void => void ofNeighbors(from, to, length / 4);
  kernel.ofRows(all, a);
  rowsInC();
  const equalRows = isEqual(a, b);
  add(
    "median of 17 rows",
    equalRows,
    ratioOf(() => kernel.ofRows(all, a), rowsInC),
  );
  kernel.ofNeighbors(all, a);
  neighborsInC();
  const equal = isEqual(a, b);
  add(
    "median of 17 neighbors",
    equal,
    ratioOf(() => kernel.ofNeighbors(all, a), neighborsInC),
  );
}

console.table(rows);
console.log(`Compiled module: ${c.bytes} bytes.`);
