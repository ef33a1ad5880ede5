import type { Figure } from "#core/models/models.ts";
import type { Block, Format, Processor } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStft } from "../signal/stft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { createMixKernel, mixFloats, type MixKernel } from "./mix/mix-kernel.ts";
import { createMixNet, mixNetFloats } from "./mix/mix-net.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createRemovalLimit } from "./limit/limit-removal.ts";
import { createRateAdapter, type FixedStep, meanOf } from "./rate-adapter.ts";
import { createFullStep, createLowStep, type SpeechNets } from "./speech-nets.ts";

/**
 * Range of the ratio of RNNoise's output power to DTLN's, over some seconds. Below it, RNNoise
 * mistakes speech for noise, as with many speakers, and gets no weight above 8 kHz; above it, it
 * gets full weight.
 */
const AGREEMENT_RANGE = [0.4, 0.75] as const;
/** Time constant of the ratio. */
const MEMORY_SECONDS = 2;
/**
 * DTLN's gain from this frequency up to the crossover is extrapolated above 8 kHz where RNNoise has
 * no weight.
 */
const REFERENCE_HZ = 4000;
/** Crossover in Hz from the mix of both estimates to RNNoise alone. */
const CROSSOVER_HZ = [7300, 7850] as const;

/** `bench/audio/README.md`, denoise by studio models. */
export const DENOISER_QUALITY: readonly Figure[] = [
  {
    measure: "si-sdr",
    value: 11.9,
    on: "speech in 120 mixtures with ten noises at 0, 5 and 10 dB",
  },
];

/**
 * Removes noise from speech, and leaves alone what has no audible noise.
 *
 * @param strength 0 (keeps all noise) to 1 (removes all noise)
 * @param lowStep estimates the speech below 8 kHz
 */
export function createSpeechDenoiser(
  strength: number,
  format: Format,
  nets: SpeechNets,
  lowStep = createLowStep(nets),
): Processor {
  const { channels } = format;
  const inputs = createSampleQueue(channels + 2);
  const outputs = createSampleQueue(channels);
  const mixer = createEstimateMixer(strength, format, {
    steps: [lowStep, createFullStep(nets)],
    onInput: (block) => inputs.push(block),
  });
  const limit = createRemovalLimit(format, { strength, estimates: 2 });
  const advance = (block: Block | null): Block | null => {
    if (block && framesOf(block) > 0) outputs.push(block);
    const frames = Math.min(inputs.frames, outputs.frames);
    if (frames === 0) return null;
    const input = inputs.take(frames);
    return limit.process([
      ...input.slice(0, channels),
      ...outputs.take(frames),
      ...input.slice(channels),
    ]);
  };
  return {
    process: (block) => advance(mixer.process(block)),
    finish() {
      // The output of a processor is valid until its next call.
      const last = advance(mixer.finish())?.map((samples) => samples.slice()) ?? null;
      return joinBlocks([last, limit.finish()], channels);
    },
  };
}

interface MixerOptions {
  /** Estimate the speech, below 8 kHz and in the full band. */
  readonly steps: readonly [low: FixedStep, full: FixedStep];
  /** Receives the channels with both estimates, aligned. */
  readonly onInput?: (block: Block) => void;
}

/**
 * Removes noise, or music, from speech without a limit. Below 8 kHz, a network decides how to mix
 * DTLN, RNNoise and the input; above, RNNoise is used. The networks process the mean of the
 * channels; one gain per bin for all channels preserves the stereo image.
 *
 * @param strength 0 (keeps all noise) to 1 (removes all noise)
 */
export function createEstimateMixer(
  strength: number,
  { sampleRate, channels }: Format,
  { steps, onInput }: MixerOptions,
): Processor {
  const size = 2 ** Math.round(Math.log2(0.0213 * sampleRate));
  const [low, full] = steps.map((step) => createRateAdapter(step, sampleRate)) as [
    Processor,
    Processor,
  ];
  const queues = [createSampleQueue(channels), createSampleQueue(1), createSampleQueue(1)];
  const stft = createStft({
    channels: channels + 2,
    outputs: channels,
    size,
    hop: size / 4,
    floats: mixFloats(size / 2 + 1) + mixNetFloats(),
    prepare: (spectra, memory) => {
      const kernel = createMixKernel({ strength }, spectra, memory);
      return createMixProcessor(kernel, { size, sampleRate, memory });
    },
  });
  const advance = () => {
    const frames = Math.min(...queues.map((queue) => queue.frames));
    if (frames === 0) return null;
    const block = queues.flatMap((queue) => queue.take(frames));
    onInput?.(block);
    return stft.process(block);
  };
  const push = (queue: number, block: Block | null) => {
    if (block && framesOf(block) > 0) queues[queue]!.push(block);
  };
  return {
    process(block) {
      const mean = [meanOf(block)];
      push(0, block);
      push(1, low.process(mean));
      push(2, full.process(mean));
      return advance();
    },
    finish() {
      push(1, low.finish());
      push(2, full.finish());
      return joinBlocks([advance(), stft.finish()], channels);
    },
  };
}

/** 1 up to `first`, 0 from `second` on, linear in between. */
const fallingRamp = (value: number, [first, second]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (second - value) / (second - first)));

/** Applies the two estimates to the spectra of the channels. */
function createMixProcessor(
  kernel: MixKernel,
  {
    size,
    sampleRate,
    memory,
  }: { readonly size: number; readonly sampleRate: number; readonly memory: VectorMemory },
) {
  const { heard: lowBand, beside: reference, high: highBand, both: crossover } = kernel.weights;
  const bins = size / 2 + 1;
  const binOf = (frequency: number) => Math.min(bins, Math.ceil((frequency * size) / sampleRate));
  const [firstReference, firstCrossing, firstHigh] = [REFERENCE_HZ, ...CROSSOVER_HZ].map(binOf) as [
    number,
    number,
    number,
  ];
  lowBand.fill(1, 2, firstCrossing);
  reference.fill(1, firstReference, firstCrossing);
  highBand.fill(1, firstHigh, bins);
  for (let bin = 0; bin < firstHigh; bin++)
    crossover[bin] = fallingRamp((bin * sampleRate) / size, CROSSOVER_HZ);
  const shape = { hertz: sampleRate / size, seconds: size / 4 / sampleRate, bins: firstHigh };
  const computeMix = createMixNet(memory, shape, kernel.mixRows);
  const [input, low, full] = kernel.estimates;
  const decay = Math.exp(-size / 4 / sampleRate / MEMORY_SECONDS);
  let lowSum = 0;
  // RNNoise gets no weight until it has been shown to preserve speech.
  let fullSum = 0;

  return (): void => {
    const sums = kernel.survey();
    lowSum = decay * lowSum + sums.low;
    fullSum = decay * fullSum + sums.full;
    const rnnoiseWeight = 1 - fallingRamp(fullSum / lowSum, AGREEMENT_RANGE);
    const inputWeight = computeMix(input!, low!, full!);
    const estimateWeight = 1 - inputWeight;
    kernel.finish({
      // Where RNNoise leaves little in the high band, the remainder is hiss: attenuate it further
      // by half of its gain in dB.
      fullGain:
        estimateWeight * rnnoiseWeight * Math.min(1, sums.highFull / sums.highPower) ** 0.25,
      // Without weight for RNNoise, DTLN's gain in the reference band applies above it.
      neighborGain:
        estimateWeight * (1 - rnnoiseWeight) * Math.min(1, sums.besideLow / sums.besidePower) +
        inputWeight,
    });
  };
}
