import type { LimiterGoal } from "#audio/restoration/target-level.ts";
import type { Levels, Limited } from "#audio/tasks/measure/levels.ts";

/** Volume settings, in the form that the effect takes. */
export interface VolumeValues {
  readonly mode: "gain" | "loudness";
  /** dB */
  readonly gain: number;
  /** LUFS */
  readonly loudness: number;
  readonly limiter: boolean;
  /** dBTP */
  readonly ceiling: number;
}

export interface GainPlan {
  /** Gain before the limiter, in dB. */
  readonly gain: number;
  /** Expected loudness in LUFS; null until the limiter's gain reduction is known. */
  readonly lufs: number | null;
  /** Expected true peak in dBTP. */
  readonly truePeak: number;
  /** Reduction of the highest peak by the limiter, in dB. */
  readonly limited: number;
  /** Whether peaks exceed full scale. */
  readonly clips: boolean;
  /**
   * Target loudness in LUFS if the limiter keeps the result from reaching it; null if it is reached
   * or not known.
   */
  readonly missedTarget: number | null;
}

/** Minimum distance from the target, in LU, that counts as not reached. */
const TOLERANCE = 0.5;

/** Gain without a limiter, in dB. Silence is not changed. */
function gainOf(values: VolumeValues, { lufs }: Levels): number {
  const gain = values.mode === "gain" ? values.gain : values.loudness - lufs;
  return Number.isFinite(gain) ? gain : 0;
}

/** The input of the limiter's measurement; null if the limiter has nothing to do. */
export function limiterGoal(values: VolumeValues, levels: Levels): LimiterGoal | null {
  const { mode, gain, loudness, limiter, ceiling } = values;
  if (!limiter || !(levels.truePeak + gainOf(values, levels) > ceiling)) return null;
  return mode === "gain" ? { gain, ceiling } : { target: loudness, ceiling };
}

/**
 * The expected result of the effect for a measured sound.
 * @param limited measurement of the limiter; undefined until it has run
 */
export function planGain(values: VolumeValues, levels: Levels, limited?: Limited): GainPlan {
  const isLimited = limiterGoal(values, levels) !== null;
  const gain = (isLimited && limited?.gain) || gainOf(values, levels);
  const peak = levels.truePeak + gain;
  const reduction = isLimited ? Math.max(0, peak - values.ceiling) : 0;
  const lufs = isLimited ? (limited?.reached ?? null) : levels.lufs + gain;
  const isMissed =
    values.mode === "loudness" && lufs !== null && lufs < values.loudness - TOLERANCE;
  return {
    gain,
    lufs,
    truePeak: peak - reduction,
    limited: reduction,
    clips: peak - reduction > 0,
    missedTarget: isMissed && isLimited ? values.loudness : null,
  };
}
