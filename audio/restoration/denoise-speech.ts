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
    outputs: channels,
    size,
    hop: size / 4,
    change: createMix({ strength, channels, size, sampleRate }),
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

interface MixOptions extends Format {
  readonly strength: number;
  /** Samples of a frame, four times overlapped */
  readonly size: number;
}

/** Changes the spectra of the channels by those of the two estimates, which come after them. */
function createMix({ strength, channels, size: frame, sampleRate }: MixOptions) {
  const [from, to] = CROSSING;
  const bins = frame / 2 + 1;
  const binOf = (frequency: number) => Math.min(bins, Math.ceil((frequency * frame) / sampleRate));
  const [firstBeside, firstCrossing, firstHigh] = [NEIGHBOUR, from, to].map(binOf) as [
    number,
    number,
    number,
  ];
  /** Part of both nets in the estimate, by bin. */
  const both = Float64Array.from({ length: bins }, (_, bin) =>
    Math.min(1, Math.max(0, (to - (bin * sampleRate) / frame) / (to - from))),
  );
  const fall = Math.exp(-frame / 4 / sampleRate / AGREEMENT_SECONDS);
  let lowSum = TINY;
  // RNNoise has no say before it has shown that it leaves speech.
  let fullSum = 0;
  const wanted = { re: new Float64Array(bins), im: new Float64Array(bins) };
  const mean = { re: new Float64Array(bins), im: new Float64Array(bins) };
  /** Of the channels' power, the mean. */
  const power = new Float64Array(bins);

  const addUp = (re: Spectra["re"], im: Spectra["im"]) => {
    const part = 1 / channels;
    mean.re.fill(0);
    mean.im.fill(0);
    power.fill(TINY);
    for (let c = 0; c < channels; c++) {
      const [xs, ys] = [re[c]!, im[c]!];
      for (let k = 0; k < bins; k++) {
        const [x, y] = [xs[k]!, ys[k]!];
        mean.re[k] = mean.re[k]! + part * x;
        mean.im[k] = mean.im[k]! + part * y;
        power[k] = power[k]! + part * (x * x + y * y);
      }
    }
  };

  return ({ re, im }: Spectra): void => {
    const [lowRe, lowIm] = [re[channels]!, im[channels]!];
    const [fullRe, fullIm] = [re[channels + 1]!, im[channels + 1]!];
    addUp(re, im);
    let lowPower = TINY;
    let fullPower = TINY;
    let beside = TINY;
    let besideInput = TINY;
    for (let k = 2; k < firstCrossing; k++) {
      const size = lowRe[k]! * lowRe[k]! + lowIm[k]! * lowIm[k]!;
      lowPower += size;
      fullPower += fullRe[k]! * fullRe[k]! + fullIm[k]! * fullIm[k]!;
      if (k < firstBeside) continue;
      beside += size;
      besideInput += power[k]!;
    }
    lowSum = fall * lowSum + lowPower;
    fullSum = fall * fullSum + fullPower;
    const [least, most] = AGREEMENT;
    const say = Math.min(1, Math.max(0, (fullSum / lowSum - least) / (most - least)));
    const frameGain = Math.min(1, fullPower / lowPower) ** ((say * FRAME_TRUST) / 2);
    const share = 1 - say * (1 - LOW_SHARE);
    const neighbourGain = (1 - say) * Math.min(1, Math.sqrt(beside / besideInput));
    for (let k = 0; k < bins; k++) {
      const high = k < firstHigh ? 1 - both[k]! : 1;
      let [x, y] = [0, 0];
      if (high < 1) {
        const a = lowRe[k]! * lowRe[k]! + lowIm[k]! * lowIm[k]! + TINY;
        const b = fullRe[k]! * fullRe[k]! + fullIm[k]! * fullIm[k]! + TINY;
        const ratio = b < a && say > 0 ? (b / a) ** ((say * BIN_TRUST) / 2) : 1;
        const trust = (1 - high) * frameGain * ratio;
        x = trust * (share * lowRe[k]! + (1 - share) * fullRe[k]!);
        y = trust * (share * lowIm[k]! + (1 - share) * fullIm[k]!);
      }
      wanted.re[k] = x + high * (say * fullRe[k]! + neighbourGain * mean.re[k]!);
      wanted.im[k] = y + high * (say * fullIm[k]! + neighbourGain * mean.im[k]!);
    }
    for (let k = 0; k < bins; k++) {
      const [x, y] = [mean.re[k]!, mean.im[k]!];
      const under = Math.max(x * x + y * y, LEAST_MEAN * power[k]!);
      const gainRe = (wanted.re[k]! * x + wanted.im[k]! * y) / under;
      const gainIm = (wanted.im[k]! * x - wanted.re[k]! * y) / under;
      const size = Math.sqrt(gainRe * gainRe + gainIm * gainIm);
      const limit = size > 1 ? strength / size : strength;
      wanted.re[k] = 1 - strength + limit * gainRe;
      wanted.im[k] = limit * gainIm;
    }
    for (let c = 0; c < channels; c++) {
      const [xs, ys] = [re[c]!, im[c]!];
      for (let k = 0; k < bins; k++) {
        const [x, y] = [xs[k]!, ys[k]!];
        xs[k] = wanted.re[k]! * x - wanted.im[k]! * y;
        ys[k] = wanted.re[k]! * y + wanted.im[k]! * x;
      }
    }
  };
}
