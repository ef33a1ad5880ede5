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
  MULTIPLY_I32,
  REMAINDER_I32,
  DIVIDE_I32,
  set,
  SHIFT_LEFT_I32,
  STORE_F32,
  V128,
  ZERO,
} from "../nets/wasm-code.ts";

const PAGE_BYTES = 65_536;
/** Taps that one turn of the inner loop takes; kernels are padded with zeros to a multiple of it. */
const TURN = 8;
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

/** `(input, out, count, rest, kernels, turns, up, down)` */
function assemble() {
  const [input, out, count, rest, kernels, turns, up, down] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const [left, kernel, at, first, second] = [8, 9, 10, 11, 12] as const;
  const sum = (target: number, offset: number) => [
    [get(target), get(at), load(offset), get(kernel), load(offset), MULTIPLY, ADD, set(target)],
  ];
  const code = loop(count, [
    [get(kernels), get(rest), get(turns), MULTIPLY_I32, int(5), SHIFT_LEFT_I32, ADD_I32],
    [set(kernel), get(input), set(at), get(turns), set(left)],
    [ZERO, set(first), ZERO, set(second)],
    loop(left, [
      sum(first, 0),
      sum(second, 16),
      [advance(at, 4 * TURN), advance(kernel, 4 * TURN)],
    ]),
    [get(first), get(second), ADD, set(first), get(out)],
    [get(first), lane(0), get(first), lane(1), ADD_F32],
    [get(first), lane(2), get(first), lane(3), ADD_F32, ADD_F32, STORE_F32],
    advance(out, 4),
    [get(rest), get(down), ADD_I32, set(rest)],
    [get(input), get(rest), get(up), DIVIDE_I32, int(2), SHIFT_LEFT_I32, ADD_I32, set(input)],
    [get(rest), get(up), REMAINDER_I32, set(rest)],
  ]);
  const locals = [
    [3, I32],
    [2, V128],
  ] as const;
  return assembleModule([{ name: "run", parameters: 8, body: body(locals, code) }]);
}

type Run = (...numbers: readonly number[]) => void;

/**
 * Gives a function that writes outputs made from samples, the first of which are those under the
 * kernel of phase `rest`.
 */
export function createResampleKernel({ kernels, taps, phases, up, down }: Resampling) {
  const width = Math.ceil(taps / TURN) * TURN;
  const most = Math.max(1, Math.floor(((SAMPLES - 2 * width) * up) / down));
  const outputs = Math.min(most, SAMPLES);
  const floats = phases * width + SAMPLES + width + outputs;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  const { run } = instantiateOver<{ readonly run: Run }>(memory, assemble());
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
      run(input.byteOffset, output.byteOffset, count, phase, 0, width / TURN, up, down);
      out.set(output.subarray(0, count), done);
      done += count;
      place += Math.floor((phase + count * down) / up);
      phase = (phase + count * down) % up;
    }
  };
}
