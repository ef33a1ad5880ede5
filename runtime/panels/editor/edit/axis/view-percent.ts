import type { View } from "#runtime/audio/waveform/view.ts";

/** Position of a time in the view, in percent of its width. */
export const viewPercent = ({ from, to }: View, seconds: number): number =>
  (100 * (seconds - from)) / Math.max(1e-9, to - from);

/** Position and width of a range of time in the view, as CSS has them. */
export function viewRange(
  view: View,
  start: number,
  end: number,
): { readonly left: string; readonly width: string } {
  const left = viewPercent(view, start);
  return { left: `${left}%`, width: `${viewPercent(view, end) - left}%` };
}
