import { type MelFrames, MEL_BANDS } from "./mel-frames.ts";

/** dB over the background at which a voice begins to be likely, and at which it is sure. */
const UNSURE = 4;
const SURE = 14;
/** Bands in which voices have most: some 250 to 3500 Hz. */
const FIRST = 2;
const LAST = 20;
const QUIET = 0.1;
/** dB below the loudest frames that nothing is a voice, however quiet the background is. */
const DEPTH = 45;

/** How likely a voice is heard in each frame, 0 to 1, by its level over the background. */
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
  const floor = Math.max(quiet, loud - DEPTH);
  const span = Math.min(SURE, Math.max(UNSURE + 1, 0.6 * (loud - floor)));
  return levels.map((level) =>
    Math.min(1, Math.max(0, (level - floor - UNSURE) / Math.max(1, span - UNSURE))),
  );
}
