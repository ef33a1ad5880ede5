import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import type { ByteForm } from "./byte-kernel.ts";
import { BATCH } from "./net-memory.ts";
import type { Bins } from "./band-kernel.ts";
import { BAND_NUMBERS, BANDS, type Bands, createBands } from "./rnnoise-bands.ts";
import { describeFrame } from "./rnnoise-features.ts";
import { createRnnoiseLayers } from "./rnnoise-layers.ts";
import { createPitchTracker, PITCH_SAMPLES } from "./rnnoise-pitch.ts";
import type { RnnoiseWeights } from "./rnnoise-weights.ts";
import type { SoundNet } from "./sound-net.ts";

/** Samples of 48 kHz from frame to frame. */
const HOP = 480;
const FRAME = 2 * HOP;
const BINS = HOP + 1;
/** Samples that go in and come out at once. */
export const RNNOISE_STEP = BATCH * HOP;
/** Samples by which the output is late. */
export const RNNOISE_DELAY = 2 * HOP;

/** The net is used to samples of 16 bits. */
const FULL_SCALE = 32_768;
/** Power below which a frame is silence, which the layers do not hear. */
const SILENCE = 0.04;
/** Part of its gain that a band keeps from frame to frame: it falls by 60 dB in 135 ms at most. */
const DECAY = 0.6;
/** Factors of a highpass below what is heard. */
const HIGHPASS = { b: [-2, 1], a: [-1.99599, 0.996] } as const;

/** Vorbis' window: squares of both halves sum to one. */
const windowAt = (at: number) =>
  Math.sin((Math.PI / 2) * Math.sin((Math.PI * (at + 0.5)) / FRAME) ** 2);
const makeBands = () => new Float32Array(BANDS);

/** What is known of a frame. */
interface Frame {
  readonly spectrum: Bins;
  /** One period earlier. */
  readonly earlier: Bins;
  readonly power: Float32Array;
  readonly earlierPower: Float32Array;
  /** How like each other both are, by band, -1 to 1. */
  readonly likeness: Float32Array;
}

/** Takes so low sounds away that they are not heard. */
function createHighpass() {
  const { a, b } = HIGHPASS;
  const kept = new Float64Array(2);
  const run = (input: Float32Array, output: Float32Array): void => {
    let first = kept[0]!;
    let second = kept[1]!;
    for (let i = 0; i < input.length; i++) {
      const x = FULL_SCALE * input[i]!;
      const last = first;
      output[i] = x + last;
      // The new output would have to be waited for: it is taken apart.
      first = second + (b[0] - a[0]) * x - a[0] * last;
      second = (b[1] - a[1]) * x - a[1] * last;
    }
    kept.set([first, second]);
  };
  return { run, reset: () => void kept.fill(0) };
}

/** Applies gains to frames. */
function createFilter(bands: Bands, makeBins: () => Bins) {
  const newPower = makeBands();
  const factors = makeBands();
  const kept = makeBands();
  const lastGains = makeBands();
  const combed = makeBins();
  const filtered = makeBins();

  /** How much of what was a period ago brings out what a voice has between its harmonics less than noise. */
  const findShares = ({ likeness, power, earlierPower }: Frame, gains: Float32Array) => {
    for (let i = 0; i < BANDS; i++) {
      const like = likeness[i]! * likeness[i]!;
      const gain = gains[i]! * gains[i]!;
      const part = (like * (1 - gain)) / (0.001 + gain * (1 - like));
      const share = likeness[i]! > gains[i]! ? 1 : Math.min(1, Math.max(0, part));
      factors[i] = Math.sqrt((share * power[i]!) / (1e-8 + earlierPower[i]!));
    }
  };

  /**
   * @param next power of the frame after it
   * @returns a place that the next call takes
   */
  const run = (frame: Frame, gains: Float32Array, next: Float32Array): Bins => {
    const { spectrum, earlier, power } = frame;
    findShares(frame, gains);
    bands.add(spectrum, earlier, factors, combed);
    bands.measure(combed, combed, newPower);
    for (let i = 0; i < BANDS; i++) {
      factors[i] = Math.sqrt(power[i]! / (1e-8 + newPower[i]!));
      kept[i] = Math.max(gains[i]!, DECAY * lastGains[i]!);
      lastGains[i] = Math.min(1, (kept[i]! * (power[i]! + 1e-3)) / (next[i]! + 1e-3));
    }
    bands.multiply(combed, factors, kept, filtered);
    return filtered;
  };
  return { run, reset: () => void lastGains.fill(0) };
}

/**
 * RNNoise 0.2 (Valin): gains of 32 bands from their levels and from how like they are to those a period
 * earlier. What the gains of a frame are found from goes one frame further, which makes it later.
 *
 * Takes `RNNOISE_STEP` samples of 48 kHz at once and writes as many, late by `RNNOISE_DELAY`.
 * @param form of the layers' inputs, where it is not to be the fastest one
 */
export function createRnnoise(weights: RnnoiseWeights, form?: ByteForm): SoundNet {
  const layers = createRnnoiseLayers(weights, form);
  const pitch = createPitchTracker();
  const highpass = createHighpass();
  const fft = createFftKernel(FRAME, RNNOISE_STEP + 4 * (BATCH + 5) * FRAME + BAND_NUMBERS);
  const bands = createBands(fft);
  const [analysis, synthesis] = [fft.take(FRAME), fft.take(FRAME)];
  for (let i = 0; i < FRAME; i++) {
    analysis[i] = windowAt(i) / FRAME;
    synthesis[i] = (windowAt(i) * FRAME) / FULL_SCALE;
  }
  /** What is heard, after what was heard before. */
  const heard = fft.take(PITCH_SAMPLES - HOP + RNNOISE_STEP);
  const cleaned = fft.take(FRAME);
  const sums = fft.take(FRAME + HOP);
  const makeBins = (): Bins => ({ re: fft.take(BINS), im: fft.take(BINS) });
  const filter = createFilter(bands, makeBins);
  /** The first is the last one of before. */
  const frames = Array.from({ length: BATCH + 1 }, (): Frame => ({
    spectrum: makeBins(),
    earlier: makeBins(),
    power: makeBands(),
    earlierPower: makeBands(),
    likeness: makeBands(),
  }));

  /** @returns samples of the period */
  const analyze = (samples: Float32Array, frame: Frame): number => {
    const { spectrum, earlier, power, earlierPower, likeness } = frame;
    const transform = (end: number, { re, im }: Bins) =>
      fft.forward(samples.subarray(end - FRAME, end), analysis, re, im);
    const period = pitch.find(samples, HOP);
    transform(PITCH_SAMPLES, spectrum);
    transform(PITCH_SAMPLES - period, earlier);
    bands.measure(spectrum, spectrum, power);
    bands.measure(earlier, earlier, earlierPower);
    bands.measure(spectrum, earlier, likeness);
    for (let i = 0; i < BANDS; i++)
      likeness[i] = likeness[i]! / Math.sqrt(0.001 + power[i]! * earlierPower[i]!);
    return period;
  };

  const isSilent = ({ power }: Frame) => {
    let sum = 0;
    for (let i = 0; i < BANDS; i++) sum += power[i]!;
    return sum < SILENCE;
  };

  /** Takes in the frames and describes to the layers what is no silence: gives their numbers. */
  const listen = (input: Float32Array): readonly number[] => {
    heard.copyWithin(0, RNNOISE_STEP);
    highpass.run(input, heard.subarray(-RNNOISE_STEP));
    const loud: number[] = [];
    for (let i = 0; i < BATCH; i++) {
      const frame = frames[i + 1]!;
      const period = analyze(heard.subarray(i * HOP, i * HOP + PITCH_SAMPLES), frame);
      if (isSilent(frame)) continue;
      describeFrame(frame.power, frame.likeness, period, layers.features[loud.length]!);
      loud.push(i);
    }
    return loud;
  };

  return {
    run(input, output) {
      frames.unshift(frames.pop()!);
      const loud = listen(input);
      if (loud.length > 0) layers.run(loud.length);
      let next = 0;
      for (let i = 0; i < BATCH; i++) {
        const frame = frames[i]!;
        const { re, im } =
          loud[next] === i
            ? filter.run(frame, layers.gains[next++]!, frames[i + 1]!.power)
            : frame.spectrum;
        fft.inverse(re, im, cleaned);
        fft.overlap(cleaned, synthesis, sums, HOP);
        output.set(sums.subarray(0, HOP), i * HOP);
      }
    },
    reset() {
      for (const part of [layers, pitch, highpass, filter]) part.reset();
      // Of the frames only the last is heard again.
      const { spectrum, earlier, ...levels } = frames[BATCH]!;
      for (const bins of [spectrum, earlier]) for (const part of [bins.re, bins.im]) part.fill(0);
      for (const level of Object.values(levels)) level.fill(0);
      heard.fill(0);
      sums.fill(0);
    },
  };
}
