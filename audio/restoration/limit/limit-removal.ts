import type { Block, Format, Processor } from "../../effect.ts";
import { copyFrames, framesOf, joinBlocks } from "../../signal/blocks.ts";
import { createStft, type Spectra } from "../../signal/stft.ts";
import { createPauseNoiseMeter, type PauseNoise, ramp } from "./pause-noise.ts";

/**
 * Level of the noise in dB relative to the recording from which on removal is not limited, and the
 * level below which it is limited most.
 */
const LIMITED_RANGE = [-28, -44] as const;
/**
 * Level below voices in dB relative to theirs, from which on removal is not limited in the lowest
 * bands, and the level by which it is limited there as elsewhere. Voices have −6 dB and less.
 */
const RUMBLE_RANGE = [1, -3] as const;
/** Bands whose limit depends on that, and those that hold most of a voice's power: 0 to 94 and 188 to 376 Hz. */
const LOWEST_BANDS = 2;
const VOICE_BANDS = [2, 3, 4] as const;
/** Smallest limit in dB above the noise in the pauses. */
const MIN_LIMIT = 12;
/** Growth of the limit between both levels: this many dB in the middle. */
const LIMIT_GROWTH = 15;
/** Removed power relative to the recording that is inaudible, so that it is not limited: −55 dB. */
const INAUDIBLE = 10 ** -5.5;
/** Highest frequency at which pauses are looked for: that of all networks. */
const MAX_VOICE_HZ = 7500;
/** Bands are this far apart, relative to their frequency and at least in Hz. */
const [BAND_RATIO, MIN_BAND_HZ] = [0.16, 94] as const;
const TINY = 1e-14;

/** Limit of the removed power as a multiple of the noise; Infinity for loud noise. */
function limitOf(level: number): number {
  const loud = 1 - ramp(level, LIMITED_RANGE);
  return loud >= 1 ? Infinity : 10 ** ((MIN_LIMIT + (LIMIT_GROWTH * loud) / (1 - loud)) / 10);
}

/** Lower band of each bin, the fraction of the way to the next band, and the bins in each band. */
function createBands(bins: number, hertz: number) {
  const centers = [0];
  for (let last = 0; last < (bins - 1) * hertz;)
    centers.push((last += Math.max(MIN_BAND_HZ, BAND_RATIO * last)));
  const lower = new Uint8Array(bins);
  const part = new Float32Array(bins);
  const weights = new Float64Array(centers.length);
  for (let bin = 0; bin < bins; bin++) {
    const band = Math.max(
      0,
      centers.findLastIndex((center) => center < bin * hertz),
    );
    lower[bin] = band;
    part[bin] = (bin * hertz - centers[band]!) / (centers[band + 1]! - centers[band]!);
    weights[band] = weights[band]! + 1 - part[bin]!;
    weights[band + 1] = weights[band + 1]! + part[bin]!;
  }
  const spread = (powers: Float32Array, sums: Float64Array): void => {
    sums.fill(0);
    for (let bin = 0; bin < bins; bin++) {
      const band = lower[bin]!;
      const upper = part[bin]! * powers[bin]!;
      sums[band] = sums[band]! + powers[bin]! - upper;
      sums[band + 1] = sums[band + 1]! + upper;
    }
  };
  return { count: centers.length, lower, part, weights, spread };
}

interface LimitOptions {
  /** Strength with which the noise was removed, 0 to 1. */
  readonly strength: number;
  /** Number of estimates of the speech in the mean of the channels. */
  readonly estimates: number;
}

/**
 * Keeps a denoiser from removing more than there is noise. What it removes in each band is limited
 * to a multiple of the noise in the pauses of the seconds around, and not limited where that noise
 * is loud. So speech without audible noise stays as it is, also where a denoiser mistakes it for
 * noise.
 *
 * Takes blocks of the channels of the input, then those of the denoiser's output, then estimates of
 * the speech by single networks: a pause is what none of them keeps. Gives the limited output;
 * latency compensated, length preserved.
 */
export function createRemovalLimit(
  { sampleRate, channels }: Format,
  { strength, estimates }: LimitOptions,
): Processor {
  const size = 2 ** Math.round(Math.log2(0.0213 * sampleRate));
  const hop = size / 2;
  let hasEnded = false;
  let latency = 0;
  const stft = createStft({
    channels: 2 * channels + estimates,
    outputs: channels,
    size,
    hop,
    prepare: (spectra) => {
      const limiter = createFrameLimiter(spectra, { sampleRate, size, channels, strength });
      latency = limiter.ahead * hop;
      return () => limiter.next(hasEnded);
    },
  });
  let early = latency;
  const trim = (block: Block | null): Block | null => {
    if (!block) return null;
    const skipped = Math.min(early, framesOf(block));
    early -= skipped;
    return block.map((samples) => samples.subarray(skipped));
  };
  return {
    process: (block) => trim(stft.process(block)),
    finish() {
      hasEnded = true;
      const silence = new Float32Array(latency);
      const last = stft.process(Array.from({ length: 2 * channels + estimates }, () => silence));
      const parts = [last && copyFrames(last, 0), stft.finish()].map(trim);
      return joinBlocks(parts, channels);
    },
  };
}

interface FrameShape {
  readonly sampleRate: number;
  readonly size: number;
  readonly channels: number;
  readonly strength: number;
}

/** Power of the first bins of a spectrum. */
function powerOf(re: Float32Array, im: Float32Array, bins: number): number {
  let sum = TINY;
  for (let bin = 0; bin < bins; bin++) sum += re[bin]! * re[bin]! + im[bin]! * im[bin]!;
  return sum;
}

/** Power of the first bins of the mean of spectra. */
function powerOfMean({ re, im }: Spectra, bins: number): number {
  let sum = 0;
  for (let bin = 0; bin < bins; bin++) {
    let [x, y] = [0, 0];
    for (let channel = 0; channel < re.length; channel++) {
      x += re[channel]![bin]!;
      y += im[channel]![bin]!;
    }
    sum += x * x + y * y;
  }
  return sum / re.length ** 2 + TINY;
}

/** Replaces the spectra of the first channels by those of the limited output, `ahead` frames later. */
function createFrameLimiter({ re, im }: Spectra, shape: FrameShape) {
  const { sampleRate, size, channels, strength } = shape;
  const bins = size / 2 + 1;
  const hertz = sampleRate / size;
  const voiceBins = Math.min(bins, Math.floor(MAX_VOICE_HZ / hertz));
  const bands = createBands(bins, hertz);
  const meter = createPauseNoiseMeter(bands.count, size / 2 / sampleRate);
  const [input, removed] = [new Float32Array(bins), new Float32Array(bins)];
  const powers = new Float64Array(bands.count);
  const factors = new Float64Array(bands.count);
  const weightSum = bands.weights.reduce((sum, weight) => sum + weight, 0);
  /** Input and removed part of each channel, and the removed power in the bands. */
  const frames = Array.from({ length: meter.ahead + 1 }, () => ({
    spectra: Array.from({ length: 4 * channels }, () => new Float32Array(bins)),
    powers: new Float64Array(bands.count),
  }));
  let index = 0;

  /** Stores a frame. @returns power of the input, and the fraction that is preserved, in voice bands */
  const store = ({ spectra, powers: removedPowers }: (typeof frames)[number]) => {
    let [whole, left] = [TINY, TINY];
    input.fill(0);
    removed.fill(0);
    const full = strength > 0 ? 1 / strength : 0;
    for (let channel = 0; channel < channels; channel++) {
      const [re0, im0, re1, im1] = spectra.slice(4 * channel) as Float32Array[];
      re0!.set(re[channel]!);
      im0!.set(im[channel]!);
      const [outRe, outIm] = [re[channels + channel]!, im[channels + channel]!];
      for (let bin = 0; bin < bins; bin++) {
        const [x, y] = [re0![bin]!, im0![bin]!];
        const u = full * (x - outRe[bin]!);
        const v = full * (y - outIm[bin]!);
        re1![bin] = u;
        im1![bin] = v;
        const power = x * x + y * y;
        input[bin] = input[bin]! + power;
        removed[bin] = removed[bin]! + u * u + v * v;
        if (bin >= voiceBins) continue;
        whole += power;
        left += (x - u) ** 2 + (y - v) ** 2;
      }
    }
    bands.spread(input, powers);
    bands.spread(removed, removedPowers);
    let preserved = left / whole;
    if (re.length > 2 * channels) {
      const inputs = { re: re.slice(0, channels), im: im.slice(0, channels) };
      const mean = powerOfMean(inputs, voiceBins);
      for (let i = 2 * channels; i < re.length; i++)
        preserved = Math.max(preserved, powerOf(re[i]!, im[i]!, voiceBins) / mean);
    }
    const voice = VOICE_BANDS.reduce((sum, band) => sum + powers[band]!, 0);
    return { input: whole, preserved, bands: powers, lowest: powers[0]!, voice };
  };

  /** Fraction of the removed amplitude that stays removed, for each band. */
  const limit = (removedPowers: Float64Array, noise: PauseNoise): void => {
    const ratio = limitOf(noise.level);
    for (let band = 0; band < bands.count; band++) {
      const share = bands.weights[band]! / weightSum;
      const allowed =
        ratio === Infinity ? Infinity : ratio * noise.bands[band]! + INAUDIBLE * share * noise.mean;
      factors[band] = Math.min(1, Math.sqrt(allowed / (removedPowers[band]! + TINY)));
    }
    const rumble = 1 - ramp(noise.rumble, RUMBLE_RANGE);
    for (let band = 0; band < LOWEST_BANDS; band++)
      factors[band] = Math.max(factors[band]!, rumble);
  };
  const write = ({ spectra }: (typeof frames)[number]): void => {
    for (let channel = 0; channel < channels; channel++) {
      const [re0, im0, re1, im1] = spectra.slice(4 * channel) as Float32Array[];
      const [outRe, outIm] = [re[channel]!, im[channel]!];
      for (let bin = 0; bin < bins; bin++) {
        const band = bands.lower[bin]!;
        const part = bands.part[bin]!;
        const factor = strength * (factors[band]! + part * (factors[band + 1]! - factors[band]!));
        outRe[bin] = re0![bin]! - factor * re1![bin]!;
        outIm[bin] = im0![bin]! - factor * im1![bin]!;
      }
    }
  };
  return {
    ahead: meter.ahead,
    /** Stores a frame and writes an earlier one. @param hasEnded the frame is after the end */
    next(hasEnded: boolean): void {
      const frame = frames[index % frames.length]!;
      const measured = store(frame);
      meter.add(hasEnded ? null : measured);
      index++;
      // The first frames that come out are silent, and are discarded.
      const earlier = frames[index % frames.length]!;
      limit(earlier.powers, meter.read());
      write(earlier);
    },
  };
}
