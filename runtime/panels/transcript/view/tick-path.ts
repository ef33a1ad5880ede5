import type { View } from "#runtime/audio/waveform/view.ts";

/** Number of ticks in view from which they would be a band rather than ticks. */
const MAX_TICKS = 300;

/**
 * The path of vertical ticks at the foot of a unit square, from left to right; empty if there are
 * too many to be distinguished.
 * @param times seconds
 * @param top where the ticks begin, from 0 at the top to 1 at the foot
 */
export function tickPath(times: readonly number[], { from, to }: View, top: number): string {
  const shown = times.filter((time) => time >= from && time <= to);
  if (shown.length > MAX_TICKS || to <= from) return "";
  return shown.map((time) => `M${((time - from) / (to - from)).toFixed(5)} 1V${top}`).join("");
}
