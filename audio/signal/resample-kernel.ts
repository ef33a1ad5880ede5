import {
  F32X4_ADD,
  F32_ADD,
  I32_ADD,
  advance,
  assembleModule,
  body,
  get,
  I32,
  instantiateWithMemory,
  int,
  extractLane,
  load,
  loop,
  F32X4_MUL,
  F32X4_RELAXED_MADD,
  I32_MUL,
  I32_GE_U,
  set,
  I32_SHL,
  F32_STORE,
  I32_SUB,
  V128,
  assembleFusedIfSupported,
  ZERO,
} from "../wasm/assembler.ts";

const PAGE_BYTES = 65_536;
/** Taps per iteration of the inner loop; kernels are zero-padded to a multiple of it. */
const TAPS_PER_ITERATION = 16;
/** Maximum number of input samples per call. */
const MAX_INPUT = 16_384;

export interface Resampling {
  /** Kernels of `taps` values each, concatenated. */
  readonly kernels: Float64Array;
  readonly taps: number;
  readonly phases: number;
  /** The input position advances by `down / up` samples per output sample. */
  readonly up: number;
  readonly down: number;
}

/**
 * `(input, out, count, rest, kernels, iterations)`
 * @param fused whether fused multiply-add is available
 */
function assemble({ up, down }: Resampling, fused: boolean) {
  const [input, out, count, rest, kernels, turns] = [0, 1, 2, 3, 4, 5] as const;
  const [left, kernel, at, carry] = [6, 7, 8, 9] as const;
  const sums = Array.from({ length: TAPS_PER_ITERATION / 4 }, (_, i) => 10 + i);
  const addTaps = sums.map((sum, i) => [
    [get(at), load(16 * i), get(kernel), load(16 * i)],
    fused ? [get(sum), F32X4_RELAXED_MADD] : [F32X4_MUL, get(sum), F32X4_ADD],
    set(sum),
  ]);
  const whole = sums[0]!;
  const code = loop(count, [
    [get(kernels), get(rest), get(turns), int(4 * TAPS_PER_ITERATION), I32_MUL, I32_MUL, I32_ADD],
    [set(kernel), get(input), set(at), get(turns), set(left)],
    sums.map((sum) => [ZERO, set(sum)]),
    loop(left, [
      addTaps,
      advance(at, 4 * TAPS_PER_ITERATION),
      advance(kernel, 4 * TAPS_PER_ITERATION),
    ]),
    [get(whole), sums.slice(1).map((sum) => [get(sum), F32X4_ADD]), set(whole), get(out)],
    [get(whole), extractLane(0), get(whole), extractLane(1), F32_ADD],
    [get(whole), extractLane(2), get(whole), extractLane(3), F32_ADD, F32_ADD, F32_STORE],
    advance(out, 4),
    // Avoids a slow division and an unpredictable branch.
    [advance(input, 4 * Math.floor(down / up)), advance(rest, down % up)],
    [get(rest), int(up), I32_GE_U, set(carry)],
    [get(input), get(carry), int(2), I32_SHL, I32_ADD, set(input)],
    [get(rest), get(carry), int(up), I32_MUL, I32_SUB, set(rest)],
  ]);
  const locals = [
    [4, I32],
    [sums.length, V128],
  ] as const;
  return assembleModule([{ name: "run", parameters: 6, body: body(locals, code) }]);
}

type Run = (...numbers: readonly number[]) => void;

/**
 * Creates a function that writes output samples; the input starts with the samples under the kernel
 * of phase `rest`.
 */
export function createResampleKernel(resampling: Resampling) {
  const { kernels, taps, phases, up, down } = resampling;
  const width = Math.ceil(taps / TAPS_PER_ITERATION) * TAPS_PER_ITERATION;
  const maxOutputs = Math.max(1, Math.floor(((MAX_INPUT - 2 * width) * up) / down));
  const outputs = Math.min(maxOutputs, MAX_INPUT);
  const floats = phases * width + MAX_INPUT + width + outputs;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  const { run } = instantiateWithMemory<{ readonly run: Run }>(
    memory,
    assembleFusedIfSupported((fused) => assemble(resampling, fused)),
  );
  const table = new Float32Array(memory.buffer, 0, phases * width);
  const input = new Float32Array(memory.buffer, table.byteLength, MAX_INPUT + width);
  const output = new Float32Array(memory.buffer, input.byteOffset + input.byteLength, outputs);
  for (let phase = 0; phase < phases; phase++)
    table.set(kernels.subarray(phase * taps, (phase + 1) * taps), phase * width);

  return (samples: Float32Array, rest: number, out: Float32Array): void => {
    let address = 0;
    let phase = rest;
    for (let done = 0; done < out.length;) {
      const count = Math.min(outputs, out.length - done);
      const span = Math.floor((phase + (count - 1) * down) / up) + taps;
      input.set(samples.subarray(address, address + span));
      run(input.byteOffset, output.byteOffset, count, phase, 0, width / TAPS_PER_ITERATION);
      out.set(output.subarray(0, count), done);
      done += count;
      address += Math.floor((phase + count * down) / up);
      phase = (phase + count * down) % up;
    }
  };
}
