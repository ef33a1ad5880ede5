import type { Block, Format, Processor } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { powerToDecibels } from "../signal/decibel.ts";
import { createStft } from "../signal/stft.ts";
import { createMixKernel, mixFloats, type MixKernel } from "./mix-kernel.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createSideChain } from "./side-chain.ts";
import { createFullStep, createLowStep, type SpeechNets } from "./speech-nets.ts";

/**
 * Part of RNNoise's estimate in the mean of both below 8 kHz, where DTLN leaves all and where it leaves
 * nothing: found by least squares, bin by bin, on speech and noise that the bench does not have.
 */
const SHARES = [0.03, 0.22] as const;
/** Exponent of the ratio of both powers by which RNNoise has its way in what is quiet: 0.5 is all. */
const TRUST = 0.45;
/**
 * dB between which that goes from all to nothing: a frame against the loudest of some seconds, a bin
 * against the mean bin of that frame. What is loud is nearer to the truth as DTLN has it.
 */
const QUIET_FRAME = [-36, -22] as const;
const QUIET_BIN = [-25, -10] as const;
/**
 * Part of DTLN's power that RNNoise leaves over some seconds: below the first it takes speech for
 * noise, as it does where many speak, and has no say; above the second it has all of it.
 */
const AGREEMENT = [0.5, 0.85] as const;
/** Of what is remembered of the agreement and of the loudest frame. */
const MEMORY_SECONDS = 2;
/** Hz from which DTLN's gain stands for the gain above 8 kHz where RNNoise has no say. */
const NEIGHBOUR = 4000;
/** Hz between which the estimate goes over from both nets to RNNoise alone. */
const CROSSING = [7300, 7850] as const;
/**
 * Speech without noise: DTLN below 8 kHz, RNNoise above, and below as a second opinion: the mean of
 * two estimates errs less than either, and what is quiet sinks as far as RNNoise has it.
 * The nets hear the mean of the channels; one gain a bin for all channels keeps the stereo image.
 *
 * @param strength 0 to 1: 0 leaves all noise, 1 none
 * @param lowStep what estimates the speech below 8 kHz
 */
export function createSpeechDenoiser(
  strength: number,
  { sampleRate, channels }: Format,
  nets: SpeechNets,
  lowStep = createLowStep(nets),
): Processor {
  const size = 2 ** Math.round(Math.log2(0.0213 * sampleRate));
  const low = createSideChain(lowStep, sampleRate);
  const full = createSideChain(createFullStep(nets), sampleRate);
  const queues = [createSampleQueue(channels), createSampleQueue(1), createSampleQueue(1)];
  const stft = createStft({
    channels: channels + 2,
    outputs: channels,
    size,
    hop: size / 4,
    floats: mixFloats(size / 2 + 1),
    prepare: (spectra, memory) => {
      const options = { strength, shares: SHARES, quietBin: QUIET_BIN };
      return createMix(createMixKernel(options, spectra, memory), size, sampleRate);
    },
  });
  const advance = () => {
    const frames = Math.min(...queues.map((queue) => queue.frames));
    return frames > 0 ? stft.process(queues.flatMap((queue) => queue.take(frames))) : null;
  };
  const push = (queue: number, block: Block | null) => {
    if (block && framesOf(block) > 0) queues[queue]!.push(block);
  };
  return {
    process(block) {
      push(0, block);
      push(1, low.process(block));
      push(2, full.process(block));
      return advance();
    },
    finish() {
      push(1, low.finish());
      push(2, full.finish());
      return joinBlocks([advance(), stft.finish()], channels);
    },
  };
}

/** 1 at the first place, 0 at the second, straight between. */
const fallBetween = (value: number, [first, second]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (second - value) / (second - first)));

/** Changes the spectra of the channels by those of the two estimates. */
function createMix(kernel: MixKernel, size: number, sampleRate: number) {
  const { heard, beside, high, both } = kernel.weights;
  const bins = size / 2 + 1;
  const binOf = (frequency: number) => Math.min(bins, Math.ceil((frequency * size) / sampleRate));
  const [firstBeside, firstCrossing, firstHigh] = [NEIGHBOUR, ...CROSSING].map(binOf) as [
    number,
    number,
    number,
  ];
  heard.fill(1, 2, firstCrossing);
  beside.fill(1, firstBeside, firstCrossing);
  high.fill(1, firstHigh, bins);
  for (let bin = 0; bin < firstHigh; bin++)
    both[bin] = fallBetween((bin * sampleRate) / size, CROSSING);
  const fall = Math.exp(-size / 4 / sampleRate / MEMORY_SECONDS);
  let lowSum = 0;
  // RNNoise has no say before it has shown that it leaves speech.
  let fullSum = 0;
  let loudest = 0;

  return (): void => {
    const sums = kernel.survey();
    lowSum = fall * lowSum + sums.low;
    fullSum = fall * fullSum + sums.full;
    /** How far RNNoise is to be trusted, 0 to 1. */
    const say = 1 - fallBetween(fullSum / lowSum, AGREEMENT);
    const wanted = kernel.blend(say);
    loudest = Math.max(fall * loudest, wanted);
    kernel.finish({
      trust: say * TRUST,
      quiet: fallBetween(powerToDecibels(wanted / loudest), QUIET_FRAME),
      scale: firstCrossing / loudest,
      // Where RNNoise leaves little above, that is hiss: half of its own gain once more.
      fullGain: say * Math.min(1, sums.highFull / sums.highPower) ** 0.25,
      // Where it has no say, DTLN's gain beside stands for the gain above.
      neighbourGain: (1 - say) * Math.min(1, sums.besideLow / sums.besidePower),
    });
  };
}
