import type { Pause } from "../silence/pauses.ts";
import type { Edit, Selection } from "./edit.ts";
import { split } from "./operations.ts";

/**
 * The positions at which a range is split around its pauses, in frames of the track, sorted. The
 * sound keeps a margin of silence on both sides; a pause that is not longer than both margins stays.
 * @param pauses in seconds from the start of the range @param margin seconds
 */
export function splitPoints(
  pauses: readonly Pause[],
  { start, end }: Pick<Selection, "start" | "end">,
  { margin, sampleRate }: { readonly margin: number; readonly sampleRate: number },
): readonly number[] {
  const points = pauses.flatMap((pause) => {
    const from = start + Math.round((pause.start + margin) * sampleRate);
    const to = start + Math.round((pause.end - margin) * sampleRate);
    // At the ends of the range, there is sound on one side of the pause at most.
    const isFirst = pause.start <= 0;
    const isLast = start + Math.round(pause.end * sampleRate) >= end;
    if (isFirst || isLast) return isFirst && isLast ? [] : [isFirst ? to : from];
    return from < to ? [from, to] : [];
  });
  return points.filter((at) => at > start && at < end);
}

/** Splits the clips of a track at positions, and counts the parts of the clips that are split. */
export function splitAt(
  edit: Edit,
  track: number,
  points: readonly number[],
): { readonly edit: Edit; readonly parts: number } {
  const next = points.reduce((now, at) => split(now, [track], at), edit);
  const before = new Set(edit.tracks.flatMap(({ clips }) => clips));
  const parts = next.tracks.flatMap(({ clips }) => clips).filter((clip) => !before.has(clip));
  return { edit: parts.length > 0 ? next : edit, parts: parts.length };
}
