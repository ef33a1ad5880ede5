import { AHEAD } from "./frame-history.ts";
import type { SoundFeatures } from "./sound-features.ts";

/** Hz at which the first band begins. */
const LOWEST = 20;
/** Bands are as wide as two semitones, and no narrower than so many Hz. */
const NARROWEST = 24;
const WIDTH = 0.115;
export const BANDS = 48;

/** Rows whose means over each band are told, louder bins counting more. */
const AVERAGED = [
  "lasting",
  "fresh",
  "changed",
  "unrepeated",
  "centre",
  "aside",
  "rising",
  "bass",
  "voice",
] as const;
/** Frames after this one over which levels are averaged: from the first up to the last. */
const LATER = [
  [1, 4],
  [5, 16],
] as const;
/** What is told of the whole frame. */
const WHOLE = 6;

/** Numbers that are told of a frame. */
export const BAND_INPUTS = BANDS * (2 + AVERAGED.length + LATER.length) + WHOLE;

export interface BandEdges {
  /** Hz */
  readonly low: number;
  readonly high: number;
  /** Bins, up to the one before `end`: at least one, but for bands above all bins. */
  readonly first: number;
  readonly end: number;
}

/** Where bands lie; one that is narrower than a bin has the nearest. @param hertz of a bin */
export function bandEdges(bins: number, hertz: number): BandEdges[] {
  let low = LOWEST;
  return Array.from({ length: BANDS }, () => {
    const high = low + Math.max(NARROWEST, WIDTH * low);
    const first = Math.min(bins, Math.round(low / hertz));
    const end = Math.min(bins, Math.max(first + 1, Math.round(high / hertz)));
    const edges = { low, high, first, end };
    low = high;
    return edges;
  });
}

export interface BandFeatures {
  /** Hears the levels of the next frame. */
  hear(index: number, level: Float32Array): void;
  /** Into `out`, `BAND_INPUTS` numbers of the frame whose features were told. */
  tell(index: number, out: Float32Array): void;
}

/** Tells frames band by band: what lies in each, and how loud it will be. @param hertz of a bin */
export function createBandFeatures(features: SoundFeatures, hertz: number): BandFeatures {
  const level = features.row("level");
  const rows = AVERAGED.map((name) => features.row(name));
  const edges = bandEdges(level.length, hertz);
  const history = Array.from({ length: AHEAD + 1 }, () => new Float32Array(BANDS));
  let heard = -1;

  const average = (b: number, weights: Float32Array, out: Float32Array) => {
    const { first, end } = edges[b]!;
    let [mean, most, all] = [0, -9, 1e-9];
    for (let k = first; k < end; k++) {
      mean += level[k]!;
      most = Math.max(most, level[k]!);
      all += weights[k]!;
    }
    out[b] = first < end ? mean / (end - first) : -3;
    out[BANDS + b] = first < end ? most : -3;
    for (const [i, row] of rows.entries()) {
      let sum = 0;
      for (let k = first; k < end; k++) sum += weights[k]! * row[k]!;
      out[(2 + i) * BANDS + b] = sum / all;
    }
  };

  return {
    hear(index, levels) {
      heard = index;
      const own = history[index % history.length]!;
      for (const [b, { first, end }] of edges.entries()) {
        let sum = 0;
        for (let k = first; k < end; k++) sum += levels[k]!;
        own[b] = sum / Math.max(1, end - first);
      }
    },
    tell(index, out) {
      const weights = features.loudness();
      for (let b = 0; b < BANDS; b++) average(b, weights, out);
      let at = (2 + rows.length) * BANDS;
      for (const [first, last] of LATER)
        for (let b = 0; b < BANDS; b++, at++) {
          let sum = 0;
          for (let later = first; later <= last; later++)
            sum += history[Math.min(heard, index + later) % history.length]![b]!;
          out[at] = (sum / (last - first + 1) - history[index % history.length]![b]!) / 3;
        }
      for (const value of features.whole()) out[at++] = value;
    },
  };
}
