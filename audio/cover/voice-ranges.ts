import type { Block, Format } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import { framesOf } from "../signal/blocks.ts";
import { type VoiceRoom, dryRangesOf, roomOf } from "./voice-room.ts";

/** Seconds of a window whose level is measured. */
const WINDOW = 0.01;
/** Windows to each side over which levels are averaged. */
const AROUND = 7;
/** dB under the loud passages of the voice below which nobody sings. */
const DEPTH = 34;
/** dB under the song below which what was split off is what the split let through. */
const RESIDUE = -15;
/** Seconds to each side over which levels are averaged where a split lets much through. */
const WIDE = 0.12;
/**
 * By how much what is sung stands over what a split lets through, as both are scored, for the two
 * to be told apart whatever is between them, or where almost nothing is: a part of windows that is
 * as near to the threshold. Loud and soft passages of a voice that never rests differ by less, and
 * have more between them.
 */
const FAR = 17;
const APART = 8;
const BETWEEN = { part: 0.1, near: 2 } as const;
/** By how much what counts as sung may be under the threshold: in doubt, somebody sings. */
const DOUBT = 3;
/** dB under the loud passages, and under the song, that count no further there. */
const DEEPEST = 40;
const FAINTEST = 30;
/** Seconds by which a range begins earlier and ends later: consonants and the end of a breath. */
const BEFORE = 0.12;
const AFTER = 0.25;
/** Seconds of silence that do not part two ranges, and of a range that is none. */
const GAP = 0.3;
const SHORTEST = 0.08;
/** Share of windows that are louder than the loud passages. */
const LOUD = 0.05;

/** What was heard of a voice. Ranges are in order, and apart from each other. */
export interface HeardVoice {
  /** Where somebody sings, with the reverb of that; none where nobody does. */
  readonly ranges: readonly TimeRange[];
  /** Its room; null where none was heard. */
  readonly room: VoiceRoom | null;
  /** Where it sounds itself, and not its room alone; the same as `ranges` without a room. */
  readonly dry: readonly TimeRange[];
}

/** Listens to a song and to its voice, and finds where somebody sings, and in which room. */
export interface VoiceListener {
  /** Both have the same frames. */
  push(song: Block, vocals: Block): void;
  finish(): HeardVoice;
}

function powerOf(block: Block, from: number, to: number): number {
  let sum = 0;
  for (const samples of block) for (let i = from; i < to; i++) sum += samples[i]! ** 2;
  return sum / block.length;
}

/** @param isLeaky whether the split lets much of the song into the voice, as that of the built-in engine does */
export function createVoiceListener({ sampleRate }: Format, isLeaky: boolean): VoiceListener {
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
      const room = roomOf(levels, step, top);
      return { ranges, room, dry: room ? dryRangesOf(levels, step, room, top) : ranges };
    },
  };
}

interface Power {
  readonly song: number;
  readonly vocals: number;
}

/** Each window as the mean of those around it. */
const averaged = (powers: readonly Power[], around: number): readonly Power[] =>
  powers.map((_, at) => {
    const near = powers.slice(Math.max(0, at - around), at + around + 1);
    return {
      song: near.reduce((sum, one) => sum + one.song, 0) / near.length,
      vocals: near.reduce((sum, one) => sum + one.vocals, 0) / near.length,
    };
  });

/**
 * Which windows are sung, and not what the split lets through: what is loud for the voice, and much
 * of the song, is told from what is neither by the threshold that parts the two best (Otsu 1979).
 * All, where they are alike.
 */
function sungOf(powers: readonly Power[], loud: number, step: number): (at: number) => boolean {
  const scores = averaged(powers, Math.round(WIDE / step)).map(
    ({ song, vocals }) =>
      Math.max(-DEEPEST, 10 * Math.log10((vocals + 1e-12) / (loud + 1e-12))) +
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
  const isTold =
    apart >= FAR || (apart >= APART && between < BETWEEN.part * Math.max(1, scores.length));
  return (at) => !isTold || scores[at]! > threshold - DOUBT;
}

/** @param seconds of a window */
function rangesOf(
  powers: readonly Power[],
  seconds: number,
  isLeaky: boolean,
): { readonly ranges: readonly TimeRange[]; readonly loud: number } {
  const smooth = averaged(powers, AROUND);
  const sorted = smooth.map(({ vocals }) => vocals).toSorted((a, b) => b - a);
  const loud = sorted[Math.floor(LOUD * sorted.length)] ?? 0;
  const isSung = isLeaky ? sungOf(powers, loud, seconds) : () => true;
  const least = Math.max(1e-9, loud * 10 ** (-DEPTH / 10));
  const share = 10 ** (RESIDUE / 10);
  const found: [number, number][] = [];
  for (const [at, { song, vocals }] of smooth.entries()) {
    if (vocals < least || vocals < share * song || !isSung(at)) continue;
    const [start, end] = [at * seconds, (at + 1) * seconds];
    const last = found.at(-1);
    if (last && start - last[1] < GAP) last[1] = end;
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
