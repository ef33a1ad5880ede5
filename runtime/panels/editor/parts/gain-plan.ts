import type { LimiterGoal } from "#audio/restoration/target-level.ts";
import type { Levels, Limited } from "#runtime/audio/worker/results.ts";

/** What is set for the volume, as the effect takes it. */
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
  /** dB by which the sound changes, before the limiter. */
  readonly gain: number;
  /** LUFS to expect; null while it is not known what the limiter takes away. */
  readonly lufs: number | null;
  /** dBTP to expect. */
  readonly truePeak: number;
  /** dB that the limiter takes from the highest peak. */
  readonly limited: number;
  /** Whether peaks pass full scale. */
  readonly clips: boolean;
  /** LUFS that are wanted and that the limiter cannot reach; null where they are reached, or not known. */
  readonly missed: number | null;
}

/** LU below the target that count as not reached. */
const MISSED = 0.5;

/** dB by which all samples would change without a limiter. Silence stays as it is. */
function gainOf(values: VolumeValues, { lufs }: Levels): number {
  const wanted = values.mode === "gain" ? values.gain : values.loudness - lufs;
  return Number.isFinite(wanted) ? wanted : 0;
}

/** What the outcome of the limiter depends on; null where it has nothing to do. */
export function limiterGoalOf(values: VolumeValues, levels: Levels): LimiterGoal | null {
  const { mode, gain, loudness, limiter, ceiling } = values;
  if (!limiter || !(levels.truePeak + gainOf(values, levels) > ceiling)) return null;
  return mode === "gain" ? { gain, ceiling } : { target: loudness, ceiling };
}

/**
 * What the effect will do to a sound that has been measured.
 * @param limited what was measured of the limiter's outcome; undefined until it has been
 */
export function planGain(values: VolumeValues, levels: Levels, limited?: Limited): GainPlan {
  const isLimited = limiterGoalOf(values, levels) !== null;
  const gain = (isLimited && limited?.gain) || gainOf(values, levels);
  const free = levels.truePeak + gain;
  const over = isLimited ? Math.max(0, free - values.ceiling) : 0;
  const lufs = isLimited ? (limited?.reached ?? null) : levels.lufs + gain;
  const isMissed = values.mode === "loudness" && lufs !== null && lufs < values.loudness - MISSED;
  return {
    gain,
    lufs,
    truePeak: free - over,
    limited: over,
    clips: free - over > 0,
    missed: isMissed && isLimited ? values.loudness : null,
  };
}
