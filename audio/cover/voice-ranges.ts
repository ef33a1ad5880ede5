import type { Block, Format } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import { framesOf } from "../signal/blocks.ts";
import { type VoiceReverb, dryRangesOf, estimateVoiceReverb } from "./voice-reverb.ts";

/** Length of a level window in seconds. */
const WINDOW = 0.01;
/** Windows on each side over which levels are averaged. */
const AROUND = 7;
/** Level in dB relative to loud passages of the voice, below which there is no singing. */
const MAX_DEPTH_DB = 34;
/** dB relative to the song below which the separated voice is leakage. */
const MAX_RESIDUE_DB = -15;
/** Seconds on each side over which levels are averaged if the separation leaks much. */
const WIDE = 0.12;
/**
 * Distance between the mean scores of singing and leakage that is sufficient to separate the two
 * whatever lies between them, and a smaller distance for the case that few windows (the given
 * ratio) are close to the threshold. Loud and soft passages of an uninterrupted voice differ by
 * less, with more windows between them.
 */
const CLEAR_DISTANCE_DB = 17;
const APART = 8;
const BETWEEN = { part: 0.1, near: 2 } as const;
/** Score below the threshold that still counts as singing: doubtful ranges count as singing. */
const TOLERANCE_DB = 3;
/** Floor in dB for the levels relative to loud passages, and to the song. */
const FLOOR_DB = 40;
const FAINTEST = 30;
/**
 * Seconds by which a range is extended at its start and end, for consonants and the end of a
 * breath.
 */
const BEFORE = 0.12;
const AFTER = 0.25;
/** Maximum gap in seconds within a range, and minimum length of a range. */
const MAX_GAP = 0.3;
const SHORTEST = 0.08;
/** Ratio of windows that are louder than "loud passages". */
const LOUD = 0.05;

/** Analysis of a voice. Ranges are ordered and do not overlap. */
export interface VoiceAnalysis {
  /** Sung ranges including their reverb; empty without singing. */
  readonly ranges: readonly TimeRange[];
  /** Reverb of the voice; null if none was detected. */
  readonly room: VoiceReverb | null;
  /** Ranges with direct sound; equal to `ranges` without reverb. */
  readonly dry: readonly TimeRange[];
}

/** Finds sung ranges and reverb from a song and its separated voice. */
export interface VoiceAnalyzer {
  /** Both blocks have the same frames. */
  push(song: Block, vocals: Block): void;
  finish(): VoiceAnalysis;
}

function powerOf(block: Block, from: number, to: number): number {
  let sum = 0;
  for (const samples of block) for (let i = from; i < to; i++) sum += samples[i]! ** 2;
  return sum / block.length;
}

/**
 * @param isLeaky whether the separation leaks much of the song into the voice, as the built-in
 *   engine does
 */
export function createVoiceAnalyzer({ sampleRate }: Format, isLeaky: boolean): VoiceAnalyzer {
  const size = Math.round(WINDOW * sampleRate);
  const powers: Power[] = [];
  let [song, vocals, filled] = [0, 0, 0];
  const close = (): void => {
    powers.push({ song: song / filled, vocals: vocals / filled });
    [song, vocals, filled] = [0, 0, 0];
  };
  return {
    push(songBlock, vocalsBlock) {
      const frames = framesOf(songBlock);
      for (let at = 0; at < frames;) {
        const to = Math.min(frames, at + size - filled);
        song += powerOf(songBlock, at, to);
        vocals += powerOf(vocalsBlock, at, to);
        filled += to - at;
        at = to;
        if (filled === size) close();
      }
    },
    finish() {
      if (filled > 0) close();
      const step = size / sampleRate;
      const { ranges, loud } = rangesOf(powers, step, isLeaky);
      const levels = Float32Array.from(powers, (one) => 10 * Math.log10(one.vocals + 1e-12));
      const top = 10 * Math.log10(loud + 1e-12);
      const reverb = estimateVoiceReverb(levels, step, top);
      return {
        ranges,
        room: reverb,
        dry: reverb ? dryRangesOf(levels, step, reverb, top) : ranges,
      };
    },
  };
}

interface Power {
  readonly song: number;
  readonly vocals: number;
}

/** Moving average of the windows. */
const averaged = (powers: readonly Power[], around: number): readonly Power[] =>
  powers.map((_, at) => {
    const near = powers.slice(Math.max(0, at - around), at + around + 1);
    return {
      song: near.reduce((sum, one) => sum + one.song, 0) / near.length,
      vocals: near.reduce((sum, one) => sum + one.vocals, 0) / near.length,
    };
  });

/**
 * Separates singing from leakage: both the level relative to the voice's loud passages and the
 * level relative to the song are scored, and the optimal threshold is chosen (Otsu 1979). All
 * windows if they cannot be separated.
 */
function sungOf(powers: readonly Power[], loud: number, step: number): (at: number) => boolean {
  const scores = averaged(powers, Math.round(WIDE / step)).map(
    ({ song, vocals }) =>
      Math.max(-FLOOR_DB, 10 * Math.log10((vocals + 1e-12) / (loud + 1e-12))) +
      Math.max(-FAINTEST, 10 * Math.log10((vocals + 1e-12) / (song + 1e-12))),
  );
  const sorted = scores.toSorted((a, b) => a - b);
  const all = sorted.reduce((sum, score) => sum + score, 0);
  let [below, best, threshold, apart] = [0, -1, -Infinity, 0];
  for (const [at, score] of sorted.entries()) {
    if (at > 0) {
      const [low, high] = [below / at, (all - below) / (sorted.length - at)];
      const spread = at * (sorted.length - at) * (high - low) ** 2;
      if (spread > best) [best, threshold, apart] = [spread, (low + high) / 2, high - low];
    }
    below += score;
  }
  const between = scores.filter((score) => Math.abs(score - threshold) < BETWEEN.near).length;
  const isSeparable =
    apart >= CLEAR_DISTANCE_DB ||
    (apart >= APART && between < BETWEEN.part * Math.max(1, scores.length));
  return (at) => !isSeparable || scores[at]! > threshold - TOLERANCE_DB;
}

/** @param seconds length of a window */
function rangesOf(
  powers: readonly Power[],
  seconds: number,
  isLeaky: boolean,
): { readonly ranges: readonly TimeRange[]; readonly loud: number } {
  const smooth = averaged(powers, AROUND);
  const sorted = smooth.map(({ vocals }) => vocals).toSorted((a, b) => b - a);
  const loud = sorted[Math.floor(LOUD * sorted.length)] ?? 0;
  const isSung = isLeaky ? sungOf(powers, loud, seconds) : () => true;
  const threshold = Math.max(1e-9, loud * 10 ** (-MAX_DEPTH_DB / 10));
  const share = 10 ** (MAX_RESIDUE_DB / 10);
  const found: [number, number][] = [];
  for (const [at, { song, vocals }] of smooth.entries()) {
    if (vocals < threshold || vocals < share * song || !isSung(at)) continue;
    const [start, end] = [at * seconds, (at + 1) * seconds];
    const last = found.at(-1);
    if (last && start - last[1] < MAX_GAP) last[1] = end;
    else found.push([start, end]);
  }
  const ranges = joined(
    found
      .filter(([start, end]) => end - start >= SHORTEST)
      .map(([start, end]) => [Math.max(0, start - BEFORE), end + AFTER]),
  );
  return { ranges, loud };
}

function joined(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const out: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = out.at(-1);
    if (last && start <= last[1]) last[1] = end;
    else out.push([start, end]);
  }
  return out;
}
