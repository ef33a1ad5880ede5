import { createFftKernel } from "../signal/fft/fft-kernel.ts";
import type { ByteFormat } from "./byte-kernel.ts";
import { BATCH } from "./net-memory.ts";
import type { Bins } from "./band-kernel.ts";
import { BAND_NUMBERS, BANDS, type Bands, createBands } from "./rnnoise-bands.ts";
import { describeFrame } from "./rnnoise-features.ts";
import { createRnnoiseLayers } from "./rnnoise-layers.ts";
import { createPitchTracker, PITCH_SAMPLES } from "./rnnoise-pitch.ts";
import type { RnnoiseWeights } from "./rnnoise-weights.ts";
import type { StreamingNet } from "./streaming-net.ts";

/** Samples at 48 kHz between frames. */
const HOP = 480;
const FRAME = 2 * HOP;
const BINS = HOP + 1;
/** Samples per step. */
export const RNNOISE_STEP = BATCH * HOP;
/** Latency in samples. */
export const RNNOISE_DELAY = 2 * HOP;

/** The network was trained with samples in the 16-bit range. */
const FULL_SCALE = 32_768;
/** Power below which a frame counts as silence and is not passed to the layers. */
const SILENCE = 0.04;
/** Maximum decay of a band's gain per frame: 60 dB in 135 ms. */
const DECAY = 0.6;
/** Coefficients of a subsonic high-pass filter. */
const HIGHPASS = { b: [-2, 1], a: [-1.99599, 0.996] } as const;

/** Vorbis window: the squares of both halves sum to one. */
const windowAt = (at: number) =>
  Math.sin((Math.PI / 2) * Math.sin((Math.PI * (at + 0.5)) / FRAME) ** 2);
const makeBands = () => new Float32Array(BANDS);

/** Analysis of a frame. */
interface AnalysisFrame {
  readonly spectrum: Bins;
  /** Spectrum one period earlier. */
  readonly earlier: Bins;
  readonly power: Float32Array;
  readonly earlierPower: Float32Array;
  /** Correlation of both spectra by band, −1 to 1. */
  readonly correlation: Float32Array;
}

/** Removes subsonic frequencies. */
function createHighpass() {
  const { a, b } = HIGHPASS;
  const state = new Float64Array(2);
  const run = (input: Float32Array, output: Float32Array): void => {
    let first = state[0]!;
    let second = state[1]!;
    for (let i = 0; i < input.length; i++) {
      const x = FULL_SCALE * input[i]!;
      const last = first;
      output[i] = x + last;
      // Expanded so that it does not depend on the new output, which would add latency to the loop.
      first = second + (b[0] - a[0]) * x - a[0] * last;
      second = (b[1] - a[1]) * x - a[1] * last;
    }
    state.set([first, second]);
  };
  return { run, reset: () => void state.fill(0) };
}

/** Applies gains to frames. */
function createFilter(bands: Bands, makeBins: () => Bins) {
  const newPower = makeBands();
  const factors = makeBands();
  const previousGains = makeBands();
  const lastGains = makeBands();
  const combed = makeBins();
  const filtered = makeBins();

  /**
   * Amount of the signal one period earlier to add: it reinforces harmonics of a voice and reduces
   * noise between them.
   */
  const computePitchGains = (
    { correlation, power, earlierPower }: AnalysisFrame,
    gains: Float32Array,
  ) => {
    for (let i = 0; i < BANDS; i++) {
      const like = correlation[i]! * correlation[i]!;
      const gain = gains[i]! * gains[i]!;
      const part = (like * (1 - gain)) / (0.001 + gain * (1 - like));
      const share = correlation[i]! > gains[i]! ? 1 : Math.min(1, Math.max(0, part));
      factors[i] = Math.sqrt((share * power[i]!) / (1e-8 + earlierPower[i]!));
    }
  };

  /**
   * @param next power of the frame after it
   * @returns bins that are valid until the next call
   */
  const run = (frame: AnalysisFrame, gains: Float32Array, next: Float32Array): Bins => {
    const { spectrum, earlier, power } = frame;
    computePitchGains(frame, gains);
    bands.add(spectrum, earlier, factors, combed);
    bands.measure(combed, combed, newPower);
    for (let i = 0; i < BANDS; i++) {
      factors[i] = Math.sqrt(power[i]! / (1e-8 + newPower[i]!));
      previousGains[i] = Math.max(gains[i]!, DECAY * lastGains[i]!);
      lastGains[i] = Math.min(1, (previousGains[i]! * (power[i]! + 1e-3)) / (next[i]! + 1e-3));
    }
    bands.multiply(combed, factors, previousGains, filtered);
    return filtered;
  };
  return { run, reset: () => void lastGains.fill(0) };
}

/**
 * RNNoise 0.2 (Valin): gains of 32 bands from their levels and from their correlation with the
 * sound a pitch period earlier. Gains are computed with one frame of look-ahead, which adds to the
 * latency.
 *
 * Takes and writes `RNNOISE_STEP` samples at 48 kHz per call, with a latency of `RNNOISE_DELAY`.
 * @param form format of the layers' inputs; defaults to the fastest one
 */
export function createRnnoise(weights: RnnoiseWeights, form?: ByteFormat): StreamingNet {
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
  /** Input samples, preceded by earlier ones. */
  const history = fft.take(PITCH_SAMPLES - HOP + RNNOISE_STEP);
  const cleaned = fft.take(FRAME);
  const sums = fft.take(FRAME + HOP);
  const makeBins = (): Bins => ({ re: fft.take(BINS), im: fft.take(BINS) });
  const filter = createFilter(bands, makeBins);
  /** The first frame is the last one of the previous step. */
  const frames = Array.from({ length: BATCH + 1 }, (): AnalysisFrame => ({
    spectrum: makeBins(),
    earlier: makeBins(),
    power: makeBands(),
    earlierPower: makeBands(),
    correlation: makeBands(),
  }));

  /** @returns pitch period in samples */
  const analyze = (samples: Float32Array, frame: AnalysisFrame): number => {
    const { spectrum, earlier, power, earlierPower, correlation } = frame;
    const transform = (end: number, { re, im }: Bins) =>
      fft.forward(samples.subarray(end - FRAME, end), analysis, re, im);
    const period = pitch.find(samples, HOP);
    transform(PITCH_SAMPLES, spectrum);
    transform(PITCH_SAMPLES - period, earlier);
    bands.measure(spectrum, spectrum, power);
    bands.measure(earlier, earlier, earlierPower);
    bands.measure(spectrum, earlier, correlation);
    for (let i = 0; i < BANDS; i++)
      correlation[i] = correlation[i]! / Math.sqrt(0.001 + power[i]! * earlierPower[i]!);
    return period;
  };

  const isSilent = ({ power }: AnalysisFrame) => {
    let sum = 0;
    for (let i = 0; i < BANDS; i++) sum += power[i]!;
    return sum < SILENCE;
  };

  /**
   * Analyzes frames and writes the features of those that are not silent. @returns their indices
   */
  const analyzeFrames = (input: Float32Array): readonly number[] => {
    history.copyWithin(0, RNNOISE_STEP);
    highpass.run(input, history.subarray(-RNNOISE_STEP));
    const loud: number[] = [];
    for (let i = 0; i < BATCH; i++) {
      const frame = frames[i + 1]!;
      const period = analyze(history.subarray(i * HOP, i * HOP + PITCH_SAMPLES), frame);
      if (isSilent(frame)) continue;
      describeFrame(frame.power, frame.correlation, period, layers.features[loud.length]!);
      loud.push(i);
    }
    return loud;
  };

  return {
    run(input, output) {
      frames.unshift(frames.pop()!);
      const loud = analyzeFrames(input);
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
      // Only the last frame is needed again.
      const { spectrum, earlier, ...levels } = frames[BATCH]!;
      for (const bins of [spectrum, earlier]) for (const part of [bins.re, bins.im]) part.fill(0);
      for (const level of Object.values(levels)) level.fill(0);
      history.fill(0);
      sums.fill(0);
    },
  };
}
