import type { Block, Format, Processor } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createStft, type Spectra } from "../signal/stft.ts";
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
/** Factor by which a bin may become louder, where the noise took away from the speech. */
const LOUDEST = 2;
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
/** Part of the power below which the mean of the channels says nothing of them. */
const LEAST_MEAN = 0.05;
const TINY = 1e-12;

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
    prepare: (spectra) => {
      const mix = createMix({ strength, channels, size, sampleRate });
      return () => mix(spectra);
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

interface MixOptions extends Format {
  readonly strength: number;
  /** Samples of a frame, four times overlapped */
  readonly size: number;
}

/** 1 at the first place, 0 at the second, straight between. */
const fallBetween = (value: number, [first, second]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (second - value) / (second - first)));

const decibels = (power: number) => 10 * Math.log10(power);

/** Changes the spectra of the channels by those of the two estimates, which come after them. */
function createMix({ strength, channels, size: frame, sampleRate }: MixOptions) {
  const bins = frame / 2 + 1;
  const binOf = (frequency: number) => Math.min(bins, Math.ceil((frequency * frame) / sampleRate));
  const [firstBeside, firstCrossing, firstHigh] = [NEIGHBOUR, ...CROSSING].map(binOf) as [
    number,
    number,
    number,
  ];
  /** Part of both nets in the estimate, by bin. */
  const both = Float64Array.from({ length: firstHigh }, (_, bin) =>
    fallBetween((bin * sampleRate) / frame, CROSSING),
  );
  const fall = Math.exp(-frame / 4 / sampleRate / MEMORY_SECONDS);
  let lowSum = TINY;
  // RNNoise has no say before it has shown that it leaves speech.
  let fullSum = 0;
  let loudest = TINY;
  const make = () => ({ re: new Float64Array(bins), im: new Float64Array(bins) });
  const [wanted, mean] = [make(), make()];
  /** Of the channels' power, the mean. */
  const power = new Float64Array(bins);

  const addUp = ({ re, im }: Spectra) => {
    const part = 1 / channels;
    mean.re.fill(0);
    mean.im.fill(0);
    power.fill(TINY);
    for (let c = 0; c < channels; c++) {
      const [xs, ys] = [re[c]!, im[c]!];
      for (let k = 0; k < bins; k++) {
        const x = xs[k]!;
        const y = ys[k]!;
        mean.re[k] = mean.re[k]! + part * x;
        mean.im[k] = mean.im[k]! + part * y;
        power[k] = power[k]! + part * (x * x + y * y);
      }
    }
  };

  /** How far RNNoise is to be trusted, 0 to 1. */
  const agree = (low: Float64Array, full: Float64Array): number => {
    let lowPower = TINY;
    let fullPower = TINY;
    for (let k = 2; k < firstCrossing; k++) {
      lowPower += low[k]!;
      fullPower += full[k]!;
    }
    lowSum = fall * lowSum + lowPower;
    fullSum = fall * fullSum + fullPower;
    return 1 - fallBetween(fullSum / lowSum, AGREEMENT);
  };

  /** The mean of both estimates where both have a part. */
  const blend = ({ re, im }: Spectra, low: Float64Array, say: number) => {
    const [lowRe, lowIm] = [re[channels]!, im[channels]!];
    const [fullRe, fullIm] = [re[channels + 1]!, im[channels + 1]!];
    const [least, most] = SHARES;
    for (let k = 0; k < firstHigh; k++) {
      const left = Math.min(1, Math.sqrt(low[k]! / power[k]!));
      const share = say * (most + (least - most) * left);
      wanted.re[k] = lowRe[k]! + share * (fullRe[k]! - lowRe[k]!);
      wanted.im[k] = lowIm[k]! + share * (fullIm[k]! - lowIm[k]!);
    }
  };

  /** Lets what is quiet sink as far as RNNoise has it. */
  const sink = (low: Float64Array, full: Float64Array, say: number) => {
    let sum = TINY;
    const powerOf = (k: number) => wanted.re[k]! * wanted.re[k]! + wanted.im[k]! * wanted.im[k]!;
    for (let k = 2; k < firstCrossing; k++) sum += powerOf(k);
    loudest = Math.max(fall * loudest, sum);
    const ofFrame = fallBetween(decibels(sum / loudest), QUIET_FRAME);
    for (let k = 0; k < firstHigh; k++) {
      if (full[k]! >= low[k]!) continue;
      const level = decibels((powerOf(k) * firstCrossing) / loudest + TINY);
      const quiet = Math.min(1, ofFrame + fallBetween(level, QUIET_BIN));
      const gain = quiet > 0 ? (full[k]! / low[k]!) ** (say * quiet * TRUST) : 1;
      wanted.re[k] = gain * wanted.re[k]!;
      wanted.im[k] = gain * wanted.im[k]!;
    }
  };

  /** Above what DTLN hears: RNNoise, or DTLN's gain beside it where RNNoise has no say. */
  const addHigh = ({ re, im }: Spectra, low: Float64Array, say: number) => {
    const [fullRe, fullIm] = [re[channels + 1]!, im[channels + 1]!];
    let beside = TINY;
    let besideInput = TINY;
    for (let k = firstBeside; k < firstCrossing; k++) {
      beside += low[k]!;
      besideInput += power[k]!;
    }
    const neighbourGain = (1 - say) * Math.min(1, beside / besideInput);
    let left = TINY;
    let leftInput = TINY;
    for (let k = firstHigh; k < bins; k++) {
      left += fullRe[k]! * fullRe[k]! + fullIm[k]! * fullIm[k]!;
      leftInput += power[k]!;
    }
    // Where RNNoise leaves little, that is hiss: half of its own gain once more.
    const fullGain = say * Math.min(1, left / leftInput) ** 0.25;
    for (let k = firstCrossing; k < bins; k++) {
      const part = k < firstHigh ? both[k]! : 0;
      const x = fullGain * fullRe[k]! + neighbourGain * mean.re[k]!;
      const y = fullGain * fullIm[k]! + neighbourGain * mean.im[k]!;
      wanted.re[k] = part * wanted.re[k]! + (1 - part) * x;
      wanted.im[k] = part * wanted.im[k]! + (1 - part) * y;
    }
  };

  /** Puts the factor that makes the wanted out of the mean in its place. */
  const divide = () => {
    for (let k = 0; k < bins; k++) {
      const x = mean.re[k]!;
      const y = mean.im[k]!;
      const under = Math.max(x * x + y * y, LEAST_MEAN * power[k]!);
      const gainRe = (wanted.re[k]! * x + wanted.im[k]! * y) / under;
      const gainIm = (wanted.im[k]! * x - wanted.re[k]! * y) / under;
      const size = Math.sqrt(gainRe * gainRe + gainIm * gainIm);
      const limit = size > LOUDEST ? (strength * LOUDEST) / size : strength;
      wanted.re[k] = 1 - strength + limit * gainRe;
      wanted.im[k] = limit * gainIm;
    }
  };

  const [low, full] = [new Float64Array(bins), new Float64Array(bins)];
  const measure = ({ re, im }: Spectra, channel: number, out: Float64Array) => {
    const [xs, ys] = [re[channel]!, im[channel]!];
    for (let k = 0; k < firstHigh; k++) out[k] = xs[k]! * xs[k]! + ys[k]! * ys[k]! + TINY;
  };

  return (spectra: Spectra): void => {
    addUp(spectra);
    measure(spectra, channels, low);
    measure(spectra, channels + 1, full);
    const say = agree(low, full);
    blend(spectra, low, say);
    if (say > 0) sink(low, full, say);
    addHigh(spectra, low, say);
    divide();
    for (let c = 0; c < channels; c++) {
      const [xs, ys] = [spectra.re[c]!, spectra.im[c]!];
      for (let k = 0; k < bins; k++) {
        const x = xs[k]!;
        const y = ys[k]!;
        xs[k] = wanted.re[k]! * x - wanted.im[k]! * y;
        ys[k] = wanted.re[k]! * y + wanted.im[k]! * x;
      }
    }
  };
}
