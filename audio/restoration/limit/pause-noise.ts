/** Seconds before and after a frame from which its noise is measured. */
const PAST_SECONDS = 4;
export const AHEAD_SECONDS = 2;
/**
 * Part of a frame's power that the denoiser keeps, by which it is a pause for sure, and from which
 * it is none.
 */
const PRESERVED_RANGE = [0.02, 0.1] as const;
/** Level of a frame in dB relative to the mean by which it is silent, and from which it is not. */
const SILENT_RANGE = [-50, -44] as const;
/**
 * Frames without noise that are added to the pauses, as a part of all frames. Without them, a
 * single frame of speech that was mistaken for noise would count as the noise of all pauses.
 */
const PRIOR_PAUSES = 0.1;
/** The noise is at most this far in dB above the softest moment. */
const SOFTEST_MARGIN = 1.5;
/**
 * What is removed from a recording whose softest moment is silent is rather speech that was
 * mistaken for noise: if that moment is this many dB below it, and it is this soft itself.
 */
const SILENT_GAP = [25, 45] as const;
const MISTAKEN_RANGE = [-22, -28] as const;
/** Such noise counts as softer by this in dB: its level, and its bands. */
const MISTAKEN_DB = { level: 10, bands: 25 } as const;
/** Lower bound of powers. */
const TINY_MEAN = 1e-9;

/** Measurements of a frame. */
export interface FramePower {
  /** Power of the input below 7.5 kHz. */
  readonly input: number;
  /** Fraction of it that the denoiser keeps. */
  readonly preserved: number;
  /** Power of the input in each band. */
  readonly bands: Float64Array;
  /** Power of the input where rumble is, and where most of a voice's power is. */
  readonly lowest: number;
  readonly voice: number;
}

/** Noise in the pauses around a frame. */
export interface PauseNoise {
  /** Level in dB relative to the mean power of the recording, with its pauses. */
  readonly level: number;
  /** Mean power of a frame of the recording. */
  readonly mean: number;
  /** Level of what is below voices in dB relative to the power of voices. */
  readonly rumble: number;
  /** Power in each band; valid until the next call. */
  readonly bands: Float64Array;
}

/** 0 from `first` on, 1 up to `second`, in either order. */
export const ramp = (value: number, [first, second]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (value - first) / (second - first)));

const decibels = (power: number, reference: number): number =>
  10 * Math.log10((power + TINY_MEAN) / (reference + TINY_MEAN));

/** Sums over frames; those after `SUMS` are of the amplitudes in the bands of pauses. */
const SUMS = { frames: 0, input: 1, pauses: 2, noise: 3, lowest: 4, voice: 5 } as const;
const FIRST_BAND = 6;

/**
 * Measures the noise in the pauses of a recording. In a pause, the denoiser preserves
 * almost nothing of a frame, or the frame is silent.
 */
export function createPauseNoiseMeter(bandCount: number, frameSeconds: number) {
  const ahead = Math.round(AHEAD_SECONDS / frameSeconds);
  const rows = Array.from({ length: ahead + 1 }, () => new Float64Array(FIRST_BAND + bandCount));
  const levels = new Float64Array(Math.round(PAST_SECONDS / frameSeconds) + ahead).fill(Infinity);
  const decay = Math.exp(-frameSeconds / PAST_SECONDS);
  const past = new Float64Array(FIRST_BAND + bandCount);
  const future = new Float64Array(FIRST_BAND + bandCount);
  const bands = new Float64Array(bandCount);
  let [index, before] = [0, 0];
  const sumOf = (at: number): number => past[at]! + Math.max(0, future[at]!);

  const write = (row: Float64Array, frame: FramePower): void => {
    const { input, preserved, bands: powers } = frame;
    const mean = sumOf(SUMS.input) / Math.max(1, sumOf(SUMS.frames));
    const removed = ramp(preserved, [PRESERVED_RANGE[1], PRESERVED_RANGE[0]]);
    const silent = ramp(decibels(input, mean), [SILENT_RANGE[1], SILENT_RANGE[0]]);
    const pause = Math.max(removed, silent);
    row[SUMS.frames] = 1;
    row[SUMS.input] = input;
    row[SUMS.pauses] = pause;
    row[SUMS.noise] = removed * Math.max(0, input - frame.lowest);
    row[SUMS.lowest] = frame.lowest;
    row[SUMS.voice] = frame.voice;
    for (let band = 0; band < bandCount; band++)
      row[FIRST_BAND + band] = pause * Math.sqrt(powers[band]!);
  };
  return {
    /** Number of frames by which `read` is behind `add`. */
    ahead,
    /** @param frame null after the end */
    add(frame: FramePower | null): void {
      // The oldest row leaves the future for the past.
      const oldest = rows[(index + 1) % rows.length]!;
      for (let i = 0; i < past.length; i++) {
        past[i] = decay * past[i]! + oldest[i]!;
        future[i] = future[i]! - oldest[i]!;
      }
      const row = rows[index % rows.length]!;
      row.fill(0);
      if (frame) write(row, frame);
      for (let i = 0; i < past.length; i++) future[i] = future[i]! + row[i]!;
      levels[index % levels.length] = frame ? (frame.input + before) / 2 : Infinity;
      before = frame ? frame.input : before;
      index++;
    },
    /** The noise around the frame that was added `ahead` frames ago. */
    read(): PauseNoise {
      const frames = Math.max(1, sumOf(SUMS.frames));
      const mean = sumOf(SUMS.input) / frames;
      const softest = levels.reduce((minimum, level) => Math.min(minimum, level), Infinity);
      const noise = decibels(sumOf(SUMS.noise) / frames, mean);
      const floor = decibels(softest, mean);
      const mistaken = ramp(noise - floor, SILENT_GAP) * ramp(noise, MISTAKEN_RANGE);
      const level = Math.max(noise - MISTAKEN_DB.level * mistaken, floor + SOFTEST_MARGIN);
      const factor = 10 ** ((-MISTAKEN_DB.bands * mistaken) / 10);
      const pauses = sumOf(SUMS.pauses) + PRIOR_PAUSES * frames;
      // The mean of amplitudes: outliers count less than in the mean of powers.
      for (let band = 0; band < bandCount; band++)
        bands[band] = factor * (sumOf(FIRST_BAND + band) / pauses) ** 2;
      return { level, mean, bands, rumble: decibels(sumOf(SUMS.lowest), sumOf(SUMS.voice)) };
    },
  };
}
