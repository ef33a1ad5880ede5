import { type MelFrames, MEL_BANDS } from "./mel-frames.ts";

/** dB above the background at which speech becomes likely, and at which it is certain. */
const ONSET_DB = 4;
const SURE = 14;
/** Bands with the most voice energy: about 250 to 3500 Hz. */
const FIRST = 2;
const LAST = 20;
const QUIET = 0.1;
/**
 * dB below the loudest frames under which nothing counts as voice, however low the background is.
 */
const MAX_DEPTH_DB = 45;

/** Probability of voice in each frame, 0 to 1, from its level above the background. */
export function activityOf({ energies, count }: MelFrames): Float32Array<ArrayBuffer> {
  const levels = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 1e-10;
    for (let band = FIRST; band < LAST; band++) sum += energies[i * MEL_BANDS + band]!;
    levels[i] = 10 * Math.log10(sum);
  }
  const sorted = levels.slice().sort();
  const quiet = sorted[Math.floor(QUIET * Math.max(0, count - 1))] ?? 0;
  const loud = sorted[Math.floor(0.98 * Math.max(0, count - 1))] ?? 0;
  const floor = Math.max(quiet, loud - MAX_DEPTH_DB);
  const span = Math.min(SURE, Math.max(ONSET_DB + 1, 0.6 * (loud - floor)));
  return levels.map((level) =>
    Math.min(1, Math.max(0, (level - floor - ONSET_DB) / Math.max(1, span - ONSET_DB))),
  );
}
