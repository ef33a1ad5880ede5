/** Seconds of a preview. */
export const PREVIEW_SECONDS = 20;

/**
 * Where a preview begins that is asked for at a place: there, or early enough that there is a whole one.
 * @param duration seconds of the file; null where nobody knows
 */
export const previewStart = (time: number, duration: number | null): number =>
  Math.max(0, duration === null ? time : Math.min(time, duration - PREVIEW_SECONDS));

/** Whether a place is within a range, so far from its end that there is something to hear. */
export const isWithin = (time: number, { start, end }: { start: number; end: number }): boolean =>
  time >= start && time < end - 0.05;
