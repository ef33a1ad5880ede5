import type { TimeRange } from "../parameters.ts";
import { createFilter, designBiquad } from "../signal/biquad.ts";
import { createColor } from "../voice/color-voice.ts";

/** Reverb of a voice. */
export interface VoiceReverb {
  /** Reverb time (RT60) in seconds. */
  readonly decay: number;
  /** dB of a held note relative to the tail `AFTER` its end. */
  readonly over: number;
}

/**
 * Seconds after the end of a note at which its reverb is measured, because early reflections differ
 * between rooms.
 */
const AFTER = 0.2;
/**
 * dB below loud passages within which ends of notes are examined, and down to which tails are
 * followed.
 */
const MIN_NOTE_DEPTH_DB = 12;
const FOLLOWED = 45;
/** Smoothing of levels in seconds, because decaying partials beat. */
const SMOOTH = 0.1;
/**
 * Seconds before an end that determine the note's level, and dB below it at which the note has
 * ended.
 */
const NOTE = 0.1;
const LEFT = 2;
/** Seconds after the last loud window within which the voice itself stops. */
const RELEASE = 0.1;
/** Minimum length (seconds) and drop (dB) of a tail. */
const MIN_TAIL_SECONDS = 0.15;
const DEEP = 8;
/** Maximum rise in dB within a tail. */
const MAX_RISE_DB = 3;
/** Maximum mean deviation in dB of a tail from a straight line. */
const MAX_DEVIATION_DB = 2;
/** Limits of the reverb time: a dry voice stops faster, and no song has a longer reverb. */
const MIN_DECAY = 0.25;
const LONGEST = 6;
/** Hz below which a voice has most of its energy. */
const VOICED = 1200;
/** Minimum ratio of note to tail in dB; below it, the tail contains other sounds. */
const MIN_NOTE_TO_TAIL_DB = 6;
/** Reverb level equal to the voice. */
const MAX_LEVEL = 0.8;
/** Minimum number of tails for an estimate. */
const MIN_TAILS = 2;

interface Tail {
  /** dB per second, negative. */
  readonly slope: number;
  /** dB of the note relative to the tail, `AFTER` its end. */
  readonly over: number;
}

/** Linear regression of window levels; null if they deviate too much. */
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
  return off > MAX_DEVIATION_DB ? null : { slope: rise / step, first: mean - rise * middle };
}

/** Moving average of powers, in dB. */
function smoothLevels(levels: Float32Array, step: number): Float32Array {
  const around = Math.round(SMOOTH / step / 2);
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, i) => {
    const near = powers.subarray(Math.max(0, i - around), i + around + 1);
    return 10 * Math.log10(near.reduce((sum, power) => sum + power, 0) / near.length);
  });
}

/** The tail after a window, if a note ends there. @param note its level in dB */
function tailAt(
  levels: Float32Array,
  at: number,
  {
    note,
    step,
    minLevel,
  }: { readonly note: number; readonly step: number; readonly minLevel: number },
): Tail | null {
  const from = at + Math.round(RELEASE / step);
  let lowest = levels[from] ?? -Infinity;
  const tail: number[] = [];
  for (let i = from; i < levels.length; i++) {
    const level = levels[i]!;
    if (level < minLevel || level > lowest + MAX_RISE_DB) break;
    lowest = Math.min(lowest, level);
    tail.push(level);
  }
  if (tail.length * step < MIN_TAIL_SECONDS || tail[0]! - tail.at(-1)! < DEEP) return null;
  const line = lineThrough(tail, step);
  if (!line || line.slope >= 0) return null;
  return { slope: line.slope, over: note - line.first - line.slope * (AFTER - RELEASE) };
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!;

/**
 * Estimates the reverb of a voice from the decays after notes: the slope gives the reverb time, and
 * the level at its start the amount of reverb; null if there are too few decays, or the voice is
 * dry.
 * @param levels dB of windows of the voice
 * @param step seconds per window
 * @param loud dB of loud passages
 */
export function estimateVoiceReverb(
  levels: Float32Array,
  step: number,
  loud: number,
): VoiceReverb | null {
  const tails: Tail[] = [];
  const smooth = smoothLevels(levels, step);
  const before = Math.round(NOTE / step);
  for (let i = before; i + 1 < smooth.length; i++) {
    const note = smooth[i - before]!;
    // The last loud window of a note before it decays.
    if (
      note < loud - MIN_NOTE_DEPTH_DB ||
      smooth[i]! < note - LEFT ||
      smooth[i + 1]! >= note - LEFT
    )
      continue;
    const tail = tailAt(smooth, i, { note, step, minLevel: loud - FOLLOWED });
    if (!tail) continue;
    tails.push(tail);
    i += Math.round((RELEASE + MIN_TAIL_SECONDS) / step);
  }
  if (tails.length < MIN_TAILS) return null;
  const decay = -60 / middleOf(tails.map(({ slope }) => slope));
  const over = middleOf(tails.map((tail) => tail.over));
  return decay >= MIN_DECAY && decay <= LONGEST && over >= MIN_NOTE_TO_TAIL_DB
    ? { decay, over }
    : null;
}

/** Maximum drop of a voice in dB between windows; a larger drop followed by a decay is reverb. */
const DIP = 1;
/** Minimum duration in seconds of reverb alone, and the margin before the voice restarts. */
const MIN_REVERB_SECONDS = 0.15;
const BEFORE = 0.03;
/** Maximum duration in seconds that is not a note: decaying tones beat. */
const MAX_NON_NOTE_SECONDS = 0.12;

/** Ranges with direct sound rather than reverb alone. @param loud dB of loud passages */
export function dryRangesOf(
  levels: Float32Array,
  step: number,
  { decay }: VoiceReverb,
  loud: number,
): readonly TimeRange[] {
  const fall = (60 / decay) * step;
  const found: [number, number][] = [];
  const minLevel = loud - FOLLOWED;
  let expected = minLevel;
  for (const [i, level] of smoothLevels(levels, step).entries()) {
    expected = Math.max(expected - fall, minLevel);
    if (level > expected) {
      const start = Math.max(0, i * step - BEFORE);
      const end = (i + 1) * step;
      const last = found.at(-1);
      if (last && start - last[1] < MIN_REVERB_SECONDS) last[1] = end;
      else found.push([start, end]);
    }
    expected = Math.max(expected, level - DIP);
  }
  return found.filter(([start, end]) => end - start > MAX_NON_NOTE_SECONDS);
}

/** A reverb that gives a dry voice the estimated reverb of another. */
export function createMatchingReverb(
  { decay, over }: VoiceReverb,
  sampleRate: number,
): { readonly decay: number; readonly level: number } {
  // Limited to the band of voices: rooms differ above it.
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
  // A held note has direct sound and full reverb; after its end, only the late part is left.
  const left = 10 ** (-over / 10);
  const power = left / Math.max(1e-9, powerFrom(AFTER) - left * powerFrom(0));
  return { decay, level: Math.min(MAX_LEVEL, Math.sqrt(Math.max(0, power))) };
}
