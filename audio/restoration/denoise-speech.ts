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
    change: createMix(strength, channels, (k) => (k * sampleRate) / size),
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

/** Changes the spectra of the channels by those of the two estimates, which come after them. */
function createMix(strength: number, channels: number, frequencyOf: (bin: number) => number) {
  const [from, to] = CROSSING;
  return ({ re, im }: Spectra): void => {
    const [lowRe, lowIm] = [re[channels]!, im[channels]!];
    const [fullRe, fullIm] = [re[channels + 1]!, im[channels + 1]!];
    const bins = lowRe.length;
    let lowPower = TINY;
    let fullPower = TINY;
    for (let k = 2; k < bins && frequencyOf(k) < from; k++) {
      lowPower += lowRe[k]! ** 2 + lowIm[k]! ** 2;
      fullPower += fullRe[k]! ** 2 + fullIm[k]! ** 2;
    }
    const frame = Math.min(1, fullPower / lowPower) ** (FRAME_TRUST / 2);
    for (let k = 0; k < bins; k++) {
      const both = Math.min(1, Math.max(0, (to - frequencyOf(k)) / (to - from)));
      const a = lowRe[k]! ** 2 + lowIm[k]! ** 2 + TINY;
      const b = fullRe[k]! ** 2 + fullIm[k]! ** 2 + TINY;
      const trust = frame * Math.min(1, b / a) ** (BIN_TRUST / 2);
      const lowShare = both * LOW_SHARE * trust;
      const fullShare = both * (1 - LOW_SHARE) * trust + 1 - both;
      const wantedRe = lowShare * lowRe[k]! + fullShare * fullRe[k]!;
      const wantedIm = lowShare * lowIm[k]! + fullShare * fullIm[k]!;
      let meanRe = 0;
      let meanIm = 0;
      let power = TINY;
      for (let c = 0; c < channels; c++) {
        meanRe += re[c]![k]! / channels;
        meanIm += im[c]![k]! / channels;
        power += (re[c]![k]! ** 2 + im[c]![k]! ** 2) / channels;
      }
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
