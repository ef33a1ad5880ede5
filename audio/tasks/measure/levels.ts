import type { LevelCurve } from "../../media/writers/local-gain.ts";
import type { Level } from "../../restoration/target-level.ts";

/** Measurements of a sound. Levels in dB below full scale, or LUFS. */
export interface Levels {
  readonly lufs: number;
  readonly truePeak: number;
  /** Level of the quiet parts. */
  readonly noise: number;
  /** Outcome of a limiter; missing if not requested. */
  readonly limited?: Limited;
  /** dB by which true peaks exceed a ceiling; missing if not requested. */
  readonly overshoots?: LevelCurve;
}

/** Outcome of a limiter: gain in dB before it, and LUFS after it. */
export type Limited = Pick<Level, "gain" | "reached">;
