/** Length of a preview in seconds. */
export const PREVIEW_SECONDS = 20;

/**
 * Start of a preview that is requested at a position: the position, or earlier so that the preview
 * has its full length.
 * @param duration length of the file in seconds; null if unknown
 */
export const previewStart = (time: number, duration: number | null): number =>
  Math.max(0, duration === null ? time : Math.min(time, duration - PREVIEW_SECONDS));

/** Whether a position is in a range, and not so close to its end that there is nothing to hear. */
export const isWithin = (time: number, { start, end }: { start: number; end: number }): boolean =>
  time >= start && time < end - 0.05;
