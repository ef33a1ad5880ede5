import {
  ADD,
  ADD_F32,
  ADD_I32,
  advance,
  assembleModule,
  body,
  get,
  I32,
  instantiateOver,
  int,
  lane,
  load,
  loop,
  MULTIPLY,
  MULTIPLY_ADD,
  MULTIPLY_I32,
  NOT_LESS_I32,
  set,
  SHIFT_LEFT_I32,
  STORE_F32,
  SUBTRACT_I32,
  V128,
  withFused,
  ZERO,
} from "../wasm/assembler.ts";

const PAGE_BYTES = 65_536;
/** Taps that one turn of the inner loop takes; kernels are padded with zeros to a multiple of it. */
const TURN = 16;
/** Samples that are worked on at once. */
const SAMPLES = 16_384;

export interface Resampling {
  /** Kernels, one after the other, of `taps` each. */
  readonly kernels: Float64Array;
  readonly taps: number;
  readonly phases: number;
  /** An output is `down / up` of an input after the one before it. */
  readonly up: number;
  readonly down: number;
}

/**
 * `(input, out, count, rest, kernels, turns)`
 * @param fused whether there are fused multiplications and additions
 */
function assemble({ up, down }: Resampling, fused: boolean) {
  const [input, out, count, rest, kernels, turns] = [0, 1, 2, 3, 4, 5] as const;
  const [left, kernel, at, carry] = [6, 7, 8, 9] as const;
  const sums = Array.from({ length: TURN / 4 }, (_, i) => 10 + i);
  const addTaps = sums.map((sum, i) => [
    [get(at), load(16 * i), get(kernel), load(16 * i)],
    fused ? [get(sum), MULTIPLY_ADD] : [MULTIPLY, get(sum), ADD],
    set(sum),
  ]);
  const whole = sums[0]!;
  const code = loop(count, [
    [get(kernels), get(rest), get(turns), int(4 * TURN), MULTIPLY_I32, MULTIPLY_I32, ADD_I32],
    [set(kernel), get(input), set(at), get(turns), set(left)],
    sums.map((sum) => [ZERO, set(sum)]),
    loop(left, [addTaps, advance(at, 4 * TURN), advance(kernel, 4 * TURN)]),
    [get(whole), sums.slice(1).map((sum) => [get(sum), ADD]), set(whole), get(out)],
    [get(whole), lane(0), get(whole), lane(1), ADD_F32],
    [get(whole), lane(2), get(whole), lane(3), ADD_F32, ADD_F32, STORE_F32],
    advance(out, 4),
    // Neither a division, which is slow, nor a branch, which cannot be foreseen.
    [advance(input, 4 * Math.floor(down / up)), advance(rest, down % up)],
    [get(rest), int(up), NOT_LESS_I32, set(carry)],
    [get(input), get(carry), int(2), SHIFT_LEFT_I32, ADD_I32, set(input)],
    [get(rest), get(carry), int(up), MULTIPLY_I32, SUBTRACT_I32, set(rest)],
  ]);
  const locals = [
    [4, I32],
    [sums.length, V128],
  ] as const;
  return assembleModule([{ name: "run", parameters: 6, body: body(locals, code) }]);
}

type Run = (...numbers: readonly number[]) => void;

/**
 * Gives a function that writes outputs made from samples, the first of which are those under the
 * kernel of phase `rest`.
 */
export function createResampleKernel(resampling: Resampling) {
  const { kernels, taps, phases, up, down } = resampling;
  const width = Math.ceil(taps / TURN) * TURN;
  const most = Math.max(1, Math.floor(((SAMPLES - 2 * width) * up) / down));
  const outputs = Math.min(most, SAMPLES);
  const floats = phases * width + SAMPLES + width + outputs;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  const { run } = instantiateOver<{ readonly run: Run }>(
    memory,
    withFused((fused) => assemble(resampling, fused)),
  );
  const table = new Float32Array(memory.buffer, 0, phases * width);
  const input = new Float32Array(memory.buffer, table.byteLength, SAMPLES + width);
  const output = new Float32Array(memory.buffer, input.byteOffset + input.byteLength, outputs);
  for (let phase = 0; phase < phases; phase++)
    table.set(kernels.subarray(phase * taps, (phase + 1) * taps), phase * width);

  return (samples: Float32Array, rest: number, out: Float32Array): void => {
    let place = 0;
    let phase = rest;
    for (let done = 0; done < out.length;) {
      const count = Math.min(outputs, out.length - done);
      const span = Math.floor((phase + (count - 1) * down) / up) + taps;
      input.set(samples.subarray(place, place + span));
      run(input.byteOffset, output.byteOffset, count, phase, 0, width / TURN);
      out.set(output.subarray(0, count), done);
      done += count;
      place += Math.floor((phase + count * down) / up);
      phase = (phase + count * down) % up;
    }
  };
}
