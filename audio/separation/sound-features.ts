import type { Spectra } from "../signal/stft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import {
  LOOKAHEAD,
  createFrameLevels,
  createStereoPositions,
  createRowHistory,
  ROWS,
} from "./frame-history.ts";
import { createLevelKernel, LEVEL_FLOATS, type LevelKernel, TINY } from "./level-kernel.ts";
import { createMedianKernel, MEDIAN_OF } from "./median-kernel.ts";
import { createPitchTracker, type TrackedPitch } from "./pitch-tracker.ts";
import { createRepetitionModel, repetitionFloats } from "./repetition-model.ts";

/** Frames on either side in the median over time. */
const MEDIAN_RADIUS = MEDIAN_OF >> 1;
/** Stride of the long median over time, which spans `LOOKAHEAD` frames. */
const STRIDE = LOOKAHEAD / MEDIAN_RADIUS;
/** Frames that are searched for repetitions: 8 s. */
const HISTORY_FRAMES = 344;
/** Bins on either side that count as neighbors. */
const NEIGHBOR_BINS = 16;

/** Features of each bin, in the order of the rows. Levels are natural logarithms. */
export const FEATURES = [
  /**
   * Level relative to the mean of the last seconds, and frequency in octaves above 1 kHz; both
   * divided by 3.
   */
  "level",
  "place",
  /**
   * Median over time minus median over frequency: sustained versus percussive sound (Fitzgerald
   * 2010).
   */
  "lasting",
  /**
   * Level relative to each median, to the median over four times as many frames, and to the
   * repeating part.
   */
  "narrow",
  "fresh",
  "changed",
  "unrepeated",
  /**
   * Correlation of the channels, −1 to 1, averaged over three bins and frames, and of the bin
   * alone.
   */
  "center",
  "centerAlone",
  /** Level difference of the channels, 0 to 1. */
  "panning",
  /** Level of the next frame relative to the previous one. */
  "rising",
  /** Proximity to a harmonic of the bass, and of the voice, 0 to 1. */
  "bass",
  "voice",
  /** Salience of bass and voice, and onset strength of the whole frame. */
  "bassSalience",
  "voiceSalience",
  "onset",
  /** Means of `lasting` and `center` over the neighboring bins. */
  "lastingAround",
  "centerAround",
  /** Level of the side signal. */
  "side",
] as const;

type Feature = (typeof FEATURES)[number];

const strideOf = (bins: number): number => 4 * Math.ceil((bins + MEDIAN_OF) / 4);

/** Floats that it allocates in a memory. */
export const featureFloats = (bins: number): number =>
  strideOf(bins) * (8 * ROWS + MEDIAN_OF * (1 + STRIDE) + FEATURES.length + 9) +
  LEVEL_FLOATS +
  repetitionFloats(strideOf(bins), HISTORY_FRAMES);

export interface SoundFeatures {
  /** Adds the next frame. */
  addFrame(index: number, spectra: Spectra): void;
  /** Fills the rows for the frame that was added `LOOKAHEAD` frames ago. */
  writeRows(index: number): void;
  /** One row per feature, consecutive in the memory. */
  readonly rows: readonly Float32Array[];
  row(feature: Feature): Float32Array;
  /**
   * Of the whole frame: salience and pitch of bass and voice (octaves above 100 and 300 Hz), onset,
   * width.
   */
  whole(): readonly number[];
  /** Log amplitudes of the latest frame. */
  lastLevel(): Float32Array;
  /** Amplitude of each bin of the current frame, relative to the mean of the last seconds. */
  loudness(): Float32Array;
}

/** Proximity of bins to harmonics, whose width is that of the window. @param hertz of a bin */
function comb(
  { frequency }: TrackedPitch,
  hertz: number,
  out: Float32Array,
  kernel: LevelKernel,
): void {
  for (let k = 0; k < out.length; k++) {
    const order = (k * hertz) / frequency;
    const nearest = Math.max(1, Math.round(order));
    const off = ((order - nearest) * frequency) / (1.3 * hertz + 0.004 * k * hertz);
    out[k] = -0.5 * off * off;
  }
  kernel.exponentials(out);
}

/** Mean of the neighbors of each bin. */
function average(from: Float32Array, out: Float32Array): void {
  const last = from.length - 1;
  let sum = 0;
  for (let k = 0; k < NEIGHBOR_BINS; k++) sum += from[k]!;
  for (let k = 0; k <= last; k++) {
    sum += (from[k + NEIGHBOR_BINS] ?? 0) - (from[k - NEIGHBOR_BINS - 1] ?? 0);
    out[k] = sum / (Math.min(last, k + NEIGHBOR_BINS) - Math.max(0, k - NEIGHBOR_BINS) + 1);
  }
}

/**
 * Tracks the pitches of voice and bass with a latency of `LOOKAHEAD` frames. @param hertz of a bin
 */
function createPitchTrackers(bins: number, hertz: number) {
  const pitch = { hertz, frames: LOOKAHEAD + 2 };
  const voice = createPitchTracker({
    ...pitch,
    lowest: 80,
    highest: 900,
    harmonics: 12,
    decay: 0.84,
  });
  const bass = createPitchTracker({ ...pitch, lowest: 32, highest: 200, harmonics: 5, decay: 0.8 });
  const emphasis = { voice: new Float32Array(bins), bass: new Float32Array(bins) };
  return {
    voice: () => voice.at(LOOKAHEAD - 1),
    bass: () => bass.at(LOOKAHEAD - 1),
    addFrame(level: Float32Array, spread: Float32Array, center: Float32Array): void {
      for (let k = 0; k < bins; k++) {
        // Spectrally flat, and only where a bin exceeds its neighbors.
        const peak = Math.min(1, Math.max(0, level[k]! - spread[k]!)) * Math.exp(0.5 * level[k]!);
        emphasis.bass[k] = k * hertz < 1000 ? peak : 0;
        emphasis.voice[k] = k * hertz < 6000 ? peak * Math.max(0, center[k]!) ** 2 : 0;
      }
      voice.addFrame(emphasis.voice);
      bass.addFrame(emphasis.bass);
    },
  };
}

/** Computes the features for separation from consecutive spectra. @param hertz of a bin */
export function createSoundFeatures(
  memory: VectorMemory,
  bins: number,
  hertz: number,
): SoundFeatures {
  const stride = strideOf(bins);
  const median = createMedianKernel(memory, stride);
  const shape = { bins, stride, hertz, frames: HISTORY_FRAMES };
  const repeats = createRepetitionModel(memory, median, shape);
  const ring = () => createRowHistory(memory, bins, stride);
  const kernel = createLevelKernel(memory);
  const levels = createFrameLevels(ring, bins, kernel);
  const positions = createStereoPositions(ring, levels, bins);
  const pitches = createPitchTrackers(bins, hertz);
  const [steadies, spreads] = [ring(), ring()];
  const rows = FEATURES.map(() => memory.take(bins));
  const row = (feature: Feature) => rows[FEATURES.indexOf(feature)]!;
  const near = memory.take(MEDIAN_OF * stride);
  const far = Array.from({ length: STRIDE }, () => memory.take(MEDIAN_OF * stride));
  const padded = memory.take(stride);
  const [lasting, repeated] = [memory.take(bins), memory.take(bins)];
  const [amplitudes, loud] = [memory.take(bins), memory.take(bins)];
  let last = 0;
  let whole: readonly number[] = [];
  for (let k = 0; k < bins; k++) row("place")[k] = Math.log2((k * hertz + 40) / 1000) / 3;

  /** Rows that compare the bins of a frame with its other bins and with other frames. */
  const compare = (index: number) => {
    const [level, steady, spread] = [levels.level(index), steadies(index), spreads(index)];
    const [before, after] = [levels.level(index - 1), levels.level(index + 1)];
    const [same, power] = [levels.same(index), levels.power(index)];
    const mean = levels.loudness(index + LOOKAHEAD);
    const [over, lasts, narrow] = [row("level"), row("lasting"), row("narrow")];
    const [fresh, changed, unrepeated] = [row("fresh"), row("changed"), row("unrepeated")];
    const [alone, rising] = [row("centerAlone"), row("rising")];
    for (let k = 0; k < bins; k++) {
      const own = level[k]!;
      over[k] = (own - mean) / 3;
      lasts[k] = steady[k]! - spread[k]!;
      narrow[k] = own - spread[k]!;
      fresh[k] = own - steady[k]!;
      changed[k] = own - lasting[k]!;
      unrepeated[k] = own - repeated[k]!;
      alone[k] = same[k]! / (power[k]! + TINY * TINY);
      rising[k] = after[k]! - before[k]!;
    }
  };

  return {
    addFrame(index, spectra) {
      levels.addFrame(index, spectra, amplitudes);
      last = index;
      const level = levels.level(index);
      near.set(level, (index % MEDIAN_OF) * stride);
      const phase = far[index % STRIDE]!;
      phase.set(level, (Math.floor(index / STRIDE) % MEDIAN_OF) * stride);
      median.ofRows(near, steadies(index - MEDIAN_RADIUS));
      median.ofRows(phase, lasting);
      padded.set(level, MEDIAN_RADIUS);
      median.ofNeighbors(padded, spreads(index));
      repeats.addFrame(amplitudes, level);
      if (index === 0) return;
      positions.find(index - 1);
      pitches.addFrame(levels.level(index - 1), spreads(index - 1), positions.center(index - 1));
    },
    rows,
    row,
    whole: () => whole,
    lastLevel: () => levels.level(last),
    loudness() {
      const level = row("level");
      for (let k = 0; k < bins; k++) loud[k] = 3 * level[k]!;
      kernel.exponentials(loud);
      return loud;
    },
    writeRows(index) {
      repeats.find(index, repeated);
      const [voice, bass] = [pitches.voice(), pitches.bass()];
      row("center").set(positions.center(index));
      row("panning").set(positions.panning(index));
      comb(voice, hertz, row("voice"), kernel);
      comb(bass, hertz, row("bass"), kernel);
      row("bassSalience").fill(bass.salience);
      row("voiceSalience").fill(voice.salience);
      row("onset").fill(levels.onset(index));
      row("side").fill(levels.side(index + LOOKAHEAD));
      whole = [
        bass.salience,
        Math.log2(bass.frequency / 100),
        voice.salience,
        Math.log2(voice.frequency / 300),
        levels.onset(index),
        levels.side(index + LOOKAHEAD),
      ];
      compare(index);
      average(row("lasting"), row("lastingAround"));
      average(row("center"), row("centerAround"));
    },
  };
}
