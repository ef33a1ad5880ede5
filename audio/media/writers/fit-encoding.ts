import type { LevelCurve } from "./local-gain.ts";
import { HEADROOM } from "./headroom.ts";

/** Levels of a sound before a lossy encoder. */
export interface EncoderLevels {
  /** dB before the limiter. */
  readonly gain: number;
  /** dB from the ceiling down to the peaks behind the limiter. */
  readonly headroom: number;
  /** dB by which parts are lowered behind the limiter; null for none. */
  readonly reductions: LevelCurve | null;
}

/** An encoded sound as players decode it. */
export interface DecodedSound {
  /** LUFS; −Infinity if it is too quiet to measure. */
  readonly lufs: number;
  /** dBTP */
  readonly truePeak: number;
  /** dB by which true peaks exceed the ceiling. */
  readonly overshoots: LevelCurve;
}

export interface EncodingGoal {
  /** dBTP that the decoded sound does not exceed. */
  readonly ceiling: number;
  /** LUFS that it has; null if it may differ from that of the sound. */
  readonly loudness: number | null;
}

/** Maximum number of times that a sound is encoded. */
const MAX_ATTEMPTS = 6;
/** Tolerances: dB above the ceiling, and LU from the loudness. */
const TOLERANCE_DB = 0.05;
const TOLERANCE_LU = 0.2;
/** dB of headroom that is left where less makes a sound louder: with none, peaks overshoot everywhere. */
const MIN_HEADROOM = 0.15;
/** dB by which the level is changed at most. */
const MAX_GAIN = 3;
/** Overshoots are lowered by this much more, in dB: encoders do not repeat them exactly. */
const MARGIN = 0.2;
/** Ranges of a curve to each side of an overshoot that belong to the same frame of an encoder. */
const REACH = 2;
/**
 * Fraction of the ranges from which overshoots are everywhere, so that lowering each would only
 * move them: headroom then takes half of them.
 */
const EVERYWHERE = 0.04;
/**
 * dB by which the last attempt lowers the whole sound of the best one, and how many times the margin
 * it takes.
 */
const MIN_LAST_STEP = 0.2;
const MAX_LAST_STEP = 1.5;
const LAST_MARGIN = 3;

/**
 * Finds the levels at which a lossy encoder returns a sound with its loudness and below its
 * ceiling. Encoders raise peaks by amounts that cannot be predicted, at a few moments. Only these
 * are lowered for the next attempt, so that they do not cost the whole sound its loudness. What
 * headroom and low-pass filters of encoders cost is added as gain, once.
 */
export function createEncodingFit({ ceiling, loudness }: EncodingGoal) {
  let levels: EncoderLevels = { gain: 0, headroom: HEADROOM, reductions: null };
  let attempts = 0;
  let best = {
    isOver: true,
    distance: Infinity,
    levels,
    overshoots: new Float32Array() as LevelCurve,
  };
  return {
    /** Levels of the next attempt. */
    levels: () => levels,
    /**
     * Takes the result of an attempt.
     * @returns whether it is the best so far, and whether another attempt follows
     */
    take({ lufs, truePeak, overshoots }: DecodedSound): { isBest: boolean; isDone: boolean } {
      attempts++;
      const over = truePeak - ceiling;
      // Sounds may be too quiet to measure.
      const difference = loudness === null ? 0 : loudness - lufs;
      const missing = Number.isFinite(difference) ? difference : 0;
      const isOver = over > TOLERANCE_DB;
      const distance = isOver ? over : Math.abs(missing);
      const isBest = isOver === best.isOver ? distance < best.distance : best.isOver;
      if (isBest) best = { isOver, distance, levels, overshoots };
      const attemptsLeft = MAX_ATTEMPTS - attempts;
      const isLoud = attempts > 1 || Math.abs(missing) <= TOLERANCE_LU;
      if (attemptsLeft === 0 || (!isOver && isLoud)) return { isBest, isDone: true };
      // More gain causes other overshoots, so it is added only once.
      if (attempts === 1) levels = raised(levels, missing);
      if (isOver) levels = lowered(levels, overshoots);
      if (best.isOver && attemptsLeft === 1) levels = lowered(best.levels, best.overshoots, true);
      return { isBest, isDone: false };
    },
  };
}

/** Levels with more gain, in dB. */
function raised(levels: EncoderLevels, missing: number): EncoderLevels {
  const gain = Math.min(MAX_GAIN, Math.max(-MAX_GAIN, levels.gain + missing));
  // Behind a limiter that is at work, less headroom is what makes a sound louder.
  const headroom = levels.headroom - (gain - levels.gain);
  return { ...levels, gain, headroom: Math.min(HEADROOM, Math.max(MIN_HEADROOM, headroom)) };
}

/** Levels at which the overshoots are below the ceiling. */
function lowered(levels: EncoderLevels, overshoots: LevelCurve, isLast = false): EncoderLevels {
  const overRanges = overshoots.reduce((sum, over) => sum + (over > 0 ? 1 : 0), 0);
  const isEverywhere = overRanges > EVERYWHERE * overshoots.length;
  const highest = overshoots.reduce((peak, over) => Math.max(peak, over), 0);
  const lastStep = Math.min(MAX_LAST_STEP, MIN_LAST_STEP + 2 * highest);
  const step = isLast ? lastStep : isEverywhere ? highest / 2 : 0;
  return {
    // The limiter does the same to the lower sound.
    gain: levels.gain - step,
    headroom: levels.headroom + step,
    reductions: joined(
      levels.reductions,
      overshoots.map((over) => Math.max(0, over - step)),
      isLast ? LAST_MARGIN * MARGIN : MARGIN,
    ),
  };
}

/** Adds overshoots and a margin, for as long as the frame of an encoder, to reductions. */
function joined(before: LevelCurve | null, overshoots: LevelCurve, margin: number): LevelCurve {
  const added = new Float32Array(Math.max(before?.length ?? 0, overshoots.length));
  for (const [at, over] of overshoots.entries()) {
    if (over <= 0) continue;
    const end = Math.min(added.length, at + REACH + 1);
    for (let near = Math.max(0, at - REACH); near < end; near++)
      added[near] = Math.max(added[near]!, over + margin);
  }
  return added.map((value, at) => value + (before?.[at] ?? 0));
}
