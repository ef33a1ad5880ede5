/** A chapter of a recording, which ends where the next one starts. */
export interface Chapter {
  /** Seconds. */
  readonly start: number;
  readonly title: string;
}

/** A chapter with its end. */
export interface ChapterSpan {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** Adds the ends of chapters. @param duration of the recording in seconds; 0 if unknown */
export const spansOf = (chapters: readonly Chapter[], duration: number): ChapterSpan[] =>
  chapters.map(({ start, title }, at) => ({
    from: start,
    to: chapters[at + 1]?.start ?? Math.max(start, duration),
    title,
  }));
