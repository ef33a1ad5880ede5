import { LOOKAHEAD } from "./frame-history.ts";
import type { SoundFeatures } from "./sound-features.ts";

/** Lower edge of the first band in Hz. */
const MIN_HERTZ = 20;
/** Minimum bandwidth in Hz; otherwise bands are two semitones wide. */
const MIN_WIDTH_HERTZ = 24;
const WIDTH = 0.115;
export const BANDS = 48;

/** Rows that are averaged over each band, weighted by amplitude. */
const AVERAGED_FEATURES = [
  "lasting",
  "fresh",
  "changed",
  "unrepeated",
  "center",
  "panning",
  "rising",
  "bass",
  "voice",
] as const;
/** Ranges of later frames (first, last) over which levels are averaged. */
const LOOKAHEAD_RANGES = [
  [1, 4],
  [5, 16],
] as const;
/** Number of features of the whole frame. */
const FRAME_FEATURES = 6;

/** Number of features per frame. */
export const BAND_INPUTS =
  BANDS * (2 + AVERAGED_FEATURES.length + LOOKAHEAD_RANGES.length) + FRAME_FEATURES;

export interface BandEdges {
  /** Hz */
  readonly low: number;
  readonly high: number;
  /** Bins up to `end` (exclusive): at least one, except for bands above all bins. */
  readonly first: number;
  readonly end: number;
}

/** Edges of the bands; a band narrower than a bin gets the nearest bin. @param hertz of a bin */
export function bandEdges(bins: number, hertz: number): BandEdges[] {
  let low = MIN_HERTZ;
  return Array.from({ length: BANDS }, () => {
    const high = low + Math.max(MIN_WIDTH_HERTZ, WIDTH * low);
    const first = Math.min(bins, Math.round(low / hertz));
    const end = Math.min(bins, Math.max(first + 1, Math.round(high / hertz)));
    const edges = { low, high, first, end };
    low = high;
    return edges;
  });
}

export interface BandFeatures {
  /** Adds the levels of the next frame. */
  addFrame(index: number, level: Float32Array): void;
  /** Writes `BAND_INPUTS` features of the current frame of `features` to `out`. */
  writeFeatures(index: number, out: Float32Array): void;
}

/** Features of frames by band: contents and future levels. @param hertz of a bin */
export function createBandFeatures(features: SoundFeatures, hertz: number): BandFeatures {
  const level = features.row("level");
  const rows = AVERAGED_FEATURES.map((name) => features.row(name));
  const edges = bandEdges(level.length, hertz);
  const history = Array.from({ length: LOOKAHEAD + 1 }, () => new Float32Array(BANDS));
  let latestIndex = -1;

  const average = (b: number, weights: Float32Array, out: Float32Array) => {
    const { first, end } = edges[b]!;
    let [mean, max, all] = [0, -9, 1e-9];
    for (let k = first; k < end; k++) {
      mean += level[k]!;
      max = Math.max(max, level[k]!);
      all += weights[k]!;
    }
    out[b] = first < end ? mean / (end - first) : -3;
    out[BANDS + b] = first < end ? max : -3;
    for (const [i, row] of rows.entries()) {
      let sum = 0;
      for (let k = first; k < end; k++) sum += weights[k]! * row[k]!;
      out[(2 + i) * BANDS + b] = sum / all;
    }
  };

  return {
    addFrame(index, levels) {
      latestIndex = index;
      const own = history[index % history.length]!;
      for (const [b, { first, end }] of edges.entries()) {
        let sum = 0;
        for (let k = first; k < end; k++) sum += levels[k]!;
        own[b] = sum / Math.max(1, end - first);
      }
    },
    writeFeatures(index, out) {
      const weights = features.loudness();
      for (let b = 0; b < BANDS; b++) average(b, weights, out);
      let at = (2 + rows.length) * BANDS;
      for (const [first, last] of LOOKAHEAD_RANGES)
        for (let b = 0; b < BANDS; b++, at++) {
          let sum = 0;
          for (let later = first; later <= last; later++)
            sum += history[Math.min(latestIndex, index + later) % history.length]![b]!;
          out[at] = (sum / (last - first + 1) - history[index % history.length]![b]!) / 3;
        }
      for (const value of features.whole()) out[at++] = value;
    },
  };
}
