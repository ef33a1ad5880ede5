import type { Block } from "../effect.ts";
import {
  advance,
  assembleModule,
  F32X4_DEMOTE_F64X2_ZERO,
  get,
  instantiateWithMemory,
  store32Lane,
} from "../wasm/assembler.ts";
import type { Biquad } from "./biquad.ts";
import {
  assemblePair,
  flushTinyToZero,
  filter,
  LEFT,
  loadPair,
  RIGHT,
  setPairs,
  value,
} from "./filter-kernel.ts";
import { framesOf } from "./blocks.ts";

const PAGE_BYTES = 65_536;
/** Maximum number of samples per kernel call, for each of two channels. */
const MAX_SAMPLES = 8192;
/** Values of a stage: five coefficients and two states. */
const VALUES_PER_STAGE = 7;

/** `(left, right, values, count)`: runs the stages in series, in place. */
function assemble(stages: number): number[] {
  const first = VALUES_PER_STAGE * stages;
  const [samples, output] = [value(first), value(first + 1)];
  const all = Array.from({ length: stages }, (_, i) => VALUES_PER_STAGE * i);
  return assemblePair(first, 2, [
    loadPair(samples),
    all.map((factors, i) => {
      const [input, out] = i % 2 === 0 ? [samples, output] : [output, samples];
      return filter({ input, output: out, factors, states: factors + 5 });
    }),
    ([LEFT, RIGHT] as const).map((address, lane) => [
      [get(address), get(stages % 2 === 0 ? samples : output), F32X4_DEMOTE_F64X2_ZERO],
      [store32Lane(lane), advance(address, 4)],
    ]),
  ]);
}

type Run = (left: number, right: number, values: number, count: number) => void;

function createKernel(stages: number) {
  const bytes = 8 * MAX_SAMPLES + 16 * VALUES_PER_STAGE * stages;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const areas = [0, 1].map(
    (i) => new Float32Array(memory.buffer, 4 * MAX_SAMPLES * i, MAX_SAMPLES),
  );
  const pairs = new Float64Array(memory.buffer, 8 * MAX_SAMPLES, 2 * VALUES_PER_STAGE * stages);
  const { run } = instantiateWithMemory<{ readonly run: Run }>(
    memory,
    assembleModule([{ name: "run", parameters: 4, body: assemble(stages) }]),
  );
  return (values: Float64Array, channels: readonly Float32Array[]): void => {
    pairs.set(values);
    for (let at = 0; at < framesOf(channels); at += MAX_SAMPLES) {
      const parts = channels.map((samples) => samples.subarray(at, at + MAX_SAMPLES));
      // With an odd number of channels, the last one is paired with itself.
      for (const [i, area] of areas.entries()) area.set(parts[i] ?? parts[0]!);
      run(0, 4 * MAX_SAMPLES, pairs.byteOffset, framesOf(parts));
      for (const [i, part] of parts.entries()) part.set(areas[i]!.subarray(0, part.length));
    }
    values.set(pairs);
  };
}

const kernels = new Map<number, ReturnType<typeof createKernel>>();

/** Filters all channels in place; state carries over from block to block. */
export interface Cascade {
  run(block: Block): void;
}

/** Biquads in series in double precision, two channels at once. */
export function createCascade(stages: readonly Biquad[], channels: number): Cascade {
  const run = kernels.get(stages.length) ?? createKernel(stages.length);
  kernels.set(stages.length, run);
  const pairs = Array.from({ length: Math.ceil(channels / 2) }, () => {
    const values = new Float64Array(2 * VALUES_PER_STAGE * stages.length);
    for (const [i, { b0, b1, b2, a1, a2 }] of stages.entries())
      setPairs(values, VALUES_PER_STAGE * i, [b0, b1, b2, a1, a2]);
    return values;
  });
  return {
    run(block) {
      for (const [pair, values] of pairs.entries()) {
        run(values, block.slice(2 * pair, 2 * pair + 2));
        for (let i = 0; i < stages.length; i++)
          flushTinyToZero(values, VALUES_PER_STAGE * i + 5, VALUES_PER_STAGE * (i + 1));
      }
    },
  };
}
