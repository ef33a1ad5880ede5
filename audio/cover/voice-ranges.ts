import type { Block, Format } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import { framesOf } from "../signal/blocks.ts";
import type { VoiceRoom } from "./voice-room.ts";
import { dryRangesOf, roomOf } from "./voice-room.ts";

/** Seconds of a window whose level is measured. */
const WINDOW = 0.01;
/** Windows to each side over which levels are averaged. */
const AROUND = 7;
/** dB under the loud passages of the voice below which nobody sings. */
const DEPTH = 34;
/** dB under the song below which what was split off is what the split let through. */
const RESIDUE = -15;
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

export function createVoiceListener({ sampleRate }: Format): VoiceListener {
  const size = Math.round(WINDOW * sampleRate);
  const powers: { song: number; vocals: number }[] = [];
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
      const { ranges, loud } = rangesOf(powers, step);
      const levels = Float32Array.from(powers, (one) => 10 * Math.log10(one.vocals + 1e-12));
      const top = 10 * Math.log10(loud + 1e-12);
      const room = roomOf(levels, step, top);
      return { ranges, room, dry: room ? dryRangesOf(levels, step, room, top) : ranges };
    },
  };
}

/** @param seconds of a window */
function rangesOf(
  powers: readonly { readonly song: number; readonly vocals: number }[],
  seconds: number,
): { readonly ranges: readonly TimeRange[]; readonly loud: number } {
  const smooth = powers.map((_, at) => {
    const near = powers.slice(Math.max(0, at - AROUND), at + AROUND + 1);
    return {
      song: near.reduce((sum, one) => sum + one.song, 0) / near.length,
      vocals: near.reduce((sum, one) => sum + one.vocals, 0) / near.length,
    };
  });
  const sorted = smooth.map(({ vocals }) => vocals).toSorted((a, b) => b - a);
  const loud = sorted[Math.floor(LOUD * sorted.length)] ?? 0;
  const least = Math.max(1e-9, loud * 10 ** (-DEPTH / 10));
  const share = 10 ** (RESIDUE / 10);
  const found: [number, number][] = [];
  for (const [at, { song, vocals }] of smooth.entries()) {
    if (vocals < least || vocals < share * song) continue;
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
