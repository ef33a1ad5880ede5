import type { Levels } from "../../../audio/worker/results.ts";

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
  /** dB by which the sound changes. */
  readonly gain: number;
  /** LUFS to expect; without what a limiter takes. */
  readonly lufs: number;
  /** dBTP to expect. */
  readonly truePeak: number;
  /** dB that the limiter takes from the highest peak. */
  readonly limited: number;
  /** Whether peaks pass full scale. */
  readonly clips: boolean;
}

/** What the effect will do to a sound that has been measured. Silence stays as it is. */
export function planGain(values: VolumeValues, { lufs, truePeak }: Levels): GainPlan {
  const wanted = values.mode === "gain" ? values.gain : values.loudness - lufs;
  const gain = Number.isFinite(wanted) ? wanted : 0;
  const free = truePeak + gain;
  const over = values.limiter ? Math.max(0, free - values.ceiling) : 0;
  return { gain, lufs: lufs + gain, truePeak: free - over, limited: over, clips: free - over > 0 };
}
