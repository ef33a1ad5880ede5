import type { Block, Processor } from "../effect.ts";
import { copyFrames, createScratch, framesOf, joinBlocks } from "../signal/blocks.ts";
import { createResampler, type ResamplerGrade } from "../signal/resample.ts";
import { createSampleQueue } from "./sample-queue.ts";

/** A step that takes and returns a fixed number of mono samples at one rate. */
export interface FixedStep {
  readonly sampleRate: number;
  readonly hop: number;
  /** Latency in samples. */
  readonly delay: number;
  run(input: Float32Array, output: Float32Array): void;
  /** Releases its resources; it is not run again. */
  end?(): void;
}

/** A step as a processor at the step's rate, with latency compensated. */
function createAlignedProcessor(step: FixedStep): Processor {
  const waiting = createSampleQueue(1);
  const scratch = createScratch(1);
  let early = step.delay;
  let taken = 0;
  let given = 0;
  const run = () => {
    const steps = Math.floor(waiting.frames / step.hop);
    if (steps === 0) return null;
    const [input] = waiting.take(steps * step.hop);
    const [output] = scratch(steps * step.hop) as [Float32Array];
    for (let at = 0; at < output.length; at += step.hop)
      step.run(input!.subarray(at, at + step.hop), output.subarray(at, at + step.hop));
    const skip = Math.min(early, output.length);
    early -= skip;
    given += output.length - skip;
    return [output.subarray(skip)];
  };
  return {
    process(block) {
      taken += framesOf(block);
      waiting.push(block);
      return run();
    },
    finish() {
      waiting.push([new Float32Array(step.delay + step.hop)]);
      const out = run();
      step.end?.();
      const surplus = given - taken;
      return out && [out[0]!.subarray(0, out[0]!.length - surplus)];
    },
  };
}

/** For a network at a lower rate: passes 91 % of its band without aliasing. */
const DOWNSAMPLING_GRADE: ResamplerGrade = { stopBand: 70, crossings: 48, folded: 0 };
/** For upsampling, where only images far above the pass band arise. */
const UPSAMPLING_GRADE: ResamplerGrade = { stopBand: 70, crossings: 24, folded: 0.5 };

/**
 * Runs a step on the mean of the channels, converted to the step's rate and back; latency
 * compensated, length kept.
 */
export function createRateAdapter(step: FixedStep, sampleRate: number): Processor {
  const chain = [
    createResampler(
      sampleRate,
      step.sampleRate,
      1,
      step.sampleRate < sampleRate ? DOWNSAMPLING_GRADE : UPSAMPLING_GRADE,
    ),
    createAlignedProcessor(step),
    createResampler(step.sampleRate, sampleRate, 1, UPSAMPLING_GRADE),
  ];
  let taken = 0;
  let given = 0;
  const pass = (block: Block | null, from: number): Block | null =>
    chain
      .slice(from)
      .reduce((current: Block | null, one) => current && one.process(current), block);
  return {
    process(block) {
      const frames = framesOf(block);
      taken += frames;
      const out = pass([meanOf(block)], 0);
      if (out) given += framesOf(out);
      return out;
    },
    finish() {
      const parts = chain.map((one, i) => {
        const part = pass(one.finish(), i + 1);
        return part && copyFrames(part, 0);
      });
      // Rounding of the two rates may add or remove a sample.
      const [rest] = joinBlocks(parts, 1);
      const exact = new Float32Array(Math.max(0, taken - given));
      exact.set(rest!.subarray(0, exact.length));
      return [exact];
    },
  };
}

/** Mean of the channels. */
export function meanOf(block: Block): Float32Array {
  const [first, ...others] = block as [Float32Array, ...Float32Array[]];
  if (others.length === 0) return first;
  const mean = first.slice();
  for (const samples of others)
    for (let i = 0; i < mean.length; i++) mean[i] = mean[i]! + samples[i]!;
  const part = 1 / block.length;
  for (let i = 0; i < mean.length; i++) mean[i] = part * mean[i]!;
  return mean;
}
