import type { Block, Format, Processor } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStft } from "../signal/stft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { createMixKernel, mixFloats, type MixKernel } from "./mix/mix-kernel.ts";
import { createMixNet, mixNetFloats } from "./mix/mix-net.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createSideChain, meanOf } from "./side-chain.ts";
import { createFullStep, createLowStep, type SpeechNets } from "./speech-nets.ts";

/**
 * Part of DTLN's power that RNNoise leaves over some seconds: below the first it takes speech for
 * noise, as it does where many speak, and has no say above 8 kHz; above the second it has all of it.
 */
const AGREEMENT = [0.4, 0.75] as const;
/** Of what is remembered of the agreement. */
const MEMORY_SECONDS = 2;
/** Hz from which DTLN's gain stands for the gain above 8 kHz where RNNoise has no say. */
const NEIGHBOUR = 4000;
/** Hz between which the estimate goes over from both nets to RNNoise alone. */
const CROSSING = [7300, 7850] as const;

/**
 * Speech without noise: below 8 kHz as a net says that DTLN, RNNoise and what came in are to be mixed,
 * RNNoise above.
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
    floats: mixFloats(size / 2 + 1) + mixNetFloats(),
    prepare: (spectra, memory) => {
      const kernel = createMixKernel({ strength }, spectra, memory);
      return createMix(kernel, { size, sampleRate, memory });
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

/** 1 at the first place, 0 at the second, straight between. */
const fallBetween = (value: number, [first, second]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (second - value) / (second - first)));

/** Changes the spectra of the channels by those of the two estimates. */
function createMix(
  kernel: MixKernel,
  {
    size,
    sampleRate,
    memory,
  }: { readonly size: number; readonly sampleRate: number; readonly memory: VectorMemory },
) {
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
  const shape = { hertz: sampleRate / size, seconds: size / 4 / sampleRate, bins: firstHigh };
  const answer = createMixNet(memory, shape, kernel.answers);
  const [input, low, full] = kernel.heard;
  const fall = Math.exp(-size / 4 / sampleRate / MEMORY_SECONDS);
  let lowSum = 0;
  // RNNoise has no say before it has shown that it leaves speech.
  let fullSum = 0;

  return (): void => {
    const sums = kernel.survey();
    lowSum = fall * lowSum + sums.low;
    fullSum = fall * fullSum + sums.full;
    /** How far RNNoise is to be trusted, 0 to 1. */
    const say = 1 - fallBetween(fullSum / lowSum, AGREEMENT);
    const back = answer(input!, low!, full!);
    const stays = 1 - back;
    kernel.finish({
      // Where RNNoise leaves little above, that is hiss: half of its own gain once more.
      fullGain: stays * say * Math.min(1, sums.highFull / sums.highPower) ** 0.25,
      // Where it has no say, DTLN's gain beside stands for the gain above.
      neighbourGain: stays * (1 - say) * Math.min(1, sums.besideLow / sums.besidePower) + back,
    });
  };
}
