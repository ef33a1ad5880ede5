import type { TimeRange } from "../parameters.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";
import { createColor } from "../voice/color-voice.ts";

/** How the room of a voice sounds. */
export interface VoiceRoom {
  /** Seconds in which its sound falls by 60 dB. */
  readonly decay: number;
  /** dB of a held note over what is left `AFTER` its end. */
  readonly over: number;
}

/** Seconds after the end of a note at which its reverb is measured: rooms differ in how they begin. */
const AFTER = 0.2;
/** dB under the loud passages from which on an end of a note is looked at, and to which it is followed. */
const HEARD = 12;
const FOLLOWED = 45;
/** Seconds over which levels are averaged: partials that die away beat with each other. */
const SMOOTH = 0.1;
/** Seconds before an end that tell how loud the note was, and dB by which a level there is not the note's any more. */
const NOTE = 0.1;
const LEFT = 2;
/** Seconds after the last loud window in which the voice itself stops. */
const RELEASE = 0.1;
/** Seconds and dB that a tail has to go on for. */
const LONG = 0.15;
const DEEP = 8;
/** dB by which a tail may rise on its way. */
const RISE = 3;
/** dB that a tail may differ from a straight line, on average. */
const BENT = 2;
/** A voice alone stops as fast as the shortest; what is longer than the longest is no room of a song. */
const SHORTEST = 0.25;
const LONGEST = 6;
/** Hz below which most of a voice is. */
const VOICED = 1200;
/** dB of a note over what is left of it: what is less has more in it than a voice and its room. */
const WETTEST = 6;
/** Level of a room that is as loud as its voice. */
const LOUDEST = 0.8;
/** Tails that it takes to know a room. */
const ENOUGH = 2;

interface Tail {
  /** dB a second, below 0. */
  readonly slope: number;
  /** dB of the note over the tail, `AFTER` its end. */
  readonly over: number;
}

/** A straight line through levels of windows; null where they do not lie on one. */
function lineThrough(levels: readonly number[], step: number) {
  const count = levels.length;
  const middle = (count - 1) / 2;
  const mean = levels.reduce((sum, level) => sum + level, 0) / count;
  let [product, square] = [0, 0];
  for (const [i, level] of levels.entries()) {
    product += (i - middle) * (level - mean);
    square += (i - middle) ** 2;
  }
  const rise = product / square;
  const off =
    levels.reduce((sum, level, i) => sum + Math.abs(level - mean - rise * (i - middle)), 0) / count;
  return off > BENT ? null : { slope: rise / step, first: mean - rise * middle };
}

/** Powers averaged over windows around each, in dB. */
function smoothLevels(levels: Float32Array, step: number): Float32Array {
  const around = Math.round(SMOOTH / step / 2);
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, i) => {
    const near = powers.subarray(Math.max(0, i - around), i + around + 1);
    return 10 * Math.log10(near.reduce((sum, power) => sum + power, 0) / near.length);
  });
}

/** The tail behind a window, if a note ends there. @param note its level, in dB */
function tailAt(
  levels: Float32Array,
  at: number,
  { note, step, least }: { readonly note: number; readonly step: number; readonly least: number },
): Tail | null {
  const from = at + Math.round(RELEASE / step);
  let lowest = levels[from] ?? -Infinity;
  const tail: number[] = [];
  for (let i = from; i < levels.length; i++) {
    const level = levels[i]!;
    if (level < least || level > lowest + RISE) break;
    lowest = Math.min(lowest, level);
    tail.push(level);
  }
  if (tail.length * step < LONG || tail[0]! - tail.at(-1)! < DEEP) return null;
  const line = lineThrough(tail, step);
  if (!line || line.slope >= 0) return null;
  return { slope: line.slope, over: note - line.first - line.slope * (AFTER - RELEASE) };
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

/**
 * The room of a voice, from how it dies away where notes end: the slope tells its decay, and the level at which the
 * slope begins how much of the note was reverb; null where too few notes end so, or the voice is dry.
 * @param levels dB of windows of the voice
 * @param step seconds of a window
 * @param loud dB of loud passages
 */
export function roomOf(levels: Float32Array, step: number, loud: number): VoiceRoom | null {
  const tails: Tail[] = [];
  const smooth = smoothLevels(levels, step);
  const before = Math.round(NOTE / step);
  for (let i = before; i + 1 < smooth.length; i++) {
    const note = smooth[i - before]!;
    // The last window of a note that is loud, and falls.
    if (note < loud - HEARD || smooth[i]! < note - LEFT || smooth[i + 1]! >= note - LEFT) continue;
    const tail = tailAt(smooth, i, { note, step, least: loud - FOLLOWED });
    if (!tail) continue;
    tails.push(tail);
    i += Math.round((RELEASE + LONG) / step);
  }
  if (tails.length < ENOUGH) return null;
  const decay = -60 / middleOf(tails.map(({ slope }) => slope));
  const over = middleOf(tails.map((tail) => tail.over));
  return decay >= SHORTEST && decay <= LONGEST && over >= WETTEST ? { decay, over } : null;
}

/** dB that a voice may fall at once; what falls further, and then as a room does, is reverb. */
const DIP = 1;
/** Seconds that reverb alone has to go on for to be told from a voice, and by which a voice begins earlier. */
const ALONE = 0.15;
const BEFORE = 0.03;
/** Seconds of what is no note: tones that die away beat with each other. */
const BRIEF = 0.12;

/** Where a voice itself sounds, and not its room alone. @param loud dB of loud passages */
export function dryRangesOf(
  levels: Float32Array,
  step: number,
  { decay }: VoiceRoom,
  loud: number,
): readonly TimeRange[] {
  const fall = (60 / decay) * step;
  const found: [number, number][] = [];
  const least = loud - FOLLOWED;
  let expected = least;
  for (const [i, level] of smoothLevels(levels, step).entries()) {
    expected = Math.max(expected - fall, least);
    if (level > expected) {
      const start = Math.max(0, i * step - BEFORE);
      const end = (i + 1) * step;
      const last = found.at(-1);
      if (last && start - last[1] < ALONE) last[1] = end;
      else found.push([start, end]);
    }
    expected = Math.max(expected, level - DIP);
  }
  return found.filter(([start, end]) => end - start > BRIEF);
}

/** A room that gives a dry voice the reverb of another. */
export function roomLike(
  { decay, over }: VoiceRoom,
  sampleRate: number,
): { readonly decay: number; readonly level: number } {
  // What voices have most of: rooms differ from there on.
  const impulse = new Float32Array(Math.round((decay + 1) * sampleRate));
  impulse[0] = 1;
  const low = designBiquad("lowpass", { frequency: VOICED }, sampleRate);
  createFilter([low, low]).run(impulse);
  const wet = impulse.slice();
  createColor({ room: { decay, level: 1 } }, { sampleRate, channels: 1 })!.run(wet, 0, 0);
  const whole = impulse.reduce((sum, value) => sum + value * value, 0);
  const powerFrom = (seconds: number): number => {
    let sum = 0;
    for (let i = Math.round(seconds * sampleRate); i < wet.length; i++)
      sum += (wet[i]! - impulse[i]!) ** 2;
    return sum / whole;
  };
  // A held note has the voice and all of its reverb; when it has ended, what comes later is left.
  const left = 10 ** (-over / 10);
  const power = left / Math.max(1e-9, powerFrom(AFTER) - left * powerFrom(0));
  return { decay, level: Math.min(LOUDEST, Math.sqrt(Math.max(0, power))) };
}
