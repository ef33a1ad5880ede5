import type { Block, Format, Processor } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStft, type Spectra } from "../signal/stft.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createSideChain } from "./side-chain.ts";
import { createFullStep, createLowStep, type SpeechNets } from "./speech-nets.ts";

/** Part of DTLN's estimate in the mean of both below 8 kHz. */
const LOW_SHARE = 0.85;
/** How far RNNoise has its way in frames, and in bins, that it holds for noise. */
const FRAME_TRUST = 0.5;
const BIN_TRUST = 0.1;
/**
 * Part of DTLN's power that RNNoise leaves over some seconds: below the first it takes speech for
 * noise, as it does where many speak, and has no say; above the second it has all of it.
 */
const AGREEMENT = [0.5, 0.85] as const;
const AGREEMENT_SECONDS = 2;
/** Hz from which DTLN's gain stands for the gain above 8 kHz where RNNoise has no say. */
const NEIGHBOUR = 4000;
/** Hz between which the estimate goes over from both nets to RNNoise alone. */
const CROSSING = [7300, 7850] as const;
/** Part of the power below which the mean of the channels says nothing of them. */
const LEAST_MEAN = 0.05;
const TINY = 1e-12;

/**
 * Speech without noise: DTLN below 8 kHz, RNNoise above, and below as a second opinion: the mean of
 * two estimates errs less than either, and where RNNoise hears no speech the estimate sinks further.
 * The nets hear the mean of the channels; one gain a bin for all channels keeps the stereo image.
 *
 * @param strength 0 to 1: 0 leaves all noise, 1 none
 */
export function createSpeechDenoiser(
  strength: number,
  { sampleRate, channels }: Format,
  nets: SpeechNets,
): Processor {
  const size = 2 ** Math.round(Math.log2(0.0213 * sampleRate));
  const low = createSideChain(createLowStep(nets), sampleRate);
  const full = createSideChain(createFullStep(nets), sampleRate);
  const queues = [createSampleQueue(channels), createSampleQueue(1), createSampleQueue(1)];
  const stft = createStft({
    channels: channels + 2,
    size,
    hop: size / 4,
    change: createMix({ strength, channels, size, sampleRate }),
  });
  const speech = (block: Block | null) => block && block.slice(0, channels);
  const advance = () => {
    const frames = Math.min(...queues.map((queue) => queue.frames));
    if (frames === 0) return null;
    return stft.process(queues.flatMap((queue) => queue.take(frames)));
  };
  const push = (queue: number, block: Block | null) => {
    if (block && framesOf(block) > 0) queues[queue]!.push(block);
  };
  return {
    process(block) {
      push(0, block);
      push(1, low.process(block));
      push(2, full.process(block));
      return speech(advance());
    },
    finish() {
      push(1, low.finish());
      push(2, full.finish());
      return speech(joinBlocks([advance(), stft.finish()], channels + 2));
    },
  };
}

interface MixOptions extends Format {
  readonly strength: number;
  /** Samples of a frame, four times overlapped */
  readonly size: number;
}

/** Changes the spectra of the channels by those of the two estimates, which come after them. */
function createMix({ strength, channels, size: frame, sampleRate }: MixOptions) {
  const [from, to] = CROSSING;
  const frequencyOf = (bin: number) => (bin * sampleRate) / frame;
  const fall = Math.exp(-frame / 4 / sampleRate / AGREEMENT_SECONDS);
  let lowSum = TINY;
  // RNNoise has no say before it has shown that it leaves speech.
  let fullSum = 0;
  return ({ re, im }: Spectra): void => {
    const [lowRe, lowIm] = [re[channels]!, im[channels]!];
    const [fullRe, fullIm] = [re[channels + 1]!, im[channels + 1]!];
    const bins = lowRe.length;
    let lowPower = TINY;
    let fullPower = TINY;
    let beside = TINY;
    let besideInput = TINY;
    for (let k = 2; k < bins && frequencyOf(k) < from; k++) {
      const power = lowRe[k]! ** 2 + lowIm[k]! ** 2;
      lowPower += power;
      fullPower += fullRe[k]! ** 2 + fullIm[k]! ** 2;
      if (frequencyOf(k) < NEIGHBOUR) continue;
      beside += power;
      for (let c = 0; c < channels; c++)
        besideInput += (re[c]![k]! ** 2 + im[c]![k]! ** 2) / channels;
    }
    lowSum = fall * lowSum + lowPower;
    fullSum = fall * fullSum + fullPower;
    const [least, most] = AGREEMENT;
    const say = Math.min(1, Math.max(0, (fullSum / lowSum - least) / (most - least)));
    const frameGain = Math.min(1, fullPower / lowPower) ** ((say * FRAME_TRUST) / 2);
    const share = 1 - say * (1 - LOW_SHARE);
    const neighbourGain = (1 - say) * Math.min(1, Math.sqrt(beside / besideInput));
    for (let k = 0; k < bins; k++) {
      const both = Math.min(1, Math.max(0, (to - frequencyOf(k)) / (to - from)));
      const a = lowRe[k]! ** 2 + lowIm[k]! ** 2 + TINY;
      const b = fullRe[k]! ** 2 + fullIm[k]! ** 2 + TINY;
      const trust = frameGain * Math.min(1, b / a) ** ((say * BIN_TRUST) / 2);
      const lowShare = both * share * trust;
      let meanRe = 0;
      let meanIm = 0;
      let power = TINY;
      for (let c = 0; c < channels; c++) {
        meanRe += re[c]![k]! / channels;
        meanIm += im[c]![k]! / channels;
        power += (re[c]![k]! ** 2 + im[c]![k]! ** 2) / channels;
      }
      const fullShare = both * (1 - share) * trust + (1 - both) * say;
      const meanShare = (1 - both) * neighbourGain;
      const wantedRe = lowShare * lowRe[k]! + fullShare * fullRe[k]! + meanShare * meanRe;
      const wantedIm = lowShare * lowIm[k]! + fullShare * fullIm[k]! + meanShare * meanIm;
      const under = Math.max(meanRe ** 2 + meanIm ** 2, LEAST_MEAN * power);
      let gainRe = (wantedRe * meanRe + wantedIm * meanIm) / under;
      let gainIm = (wantedIm * meanRe - wantedRe * meanIm) / under;
      const size = Math.hypot(gainRe, gainIm);
      const limit = size > 1 ? strength / size : strength;
      gainRe = 1 - strength + limit * gainRe;
      gainIm = limit * gainIm;
      for (let c = 0; c < channels; c++) {
        const [x, y] = [re[c]![k]!, im[c]![k]!];
        re[c]![k] = gainRe * x - gainIm * y;
        im[c]![k] = gainRe * y + gainIm * x;
      }
    }
  };
}
