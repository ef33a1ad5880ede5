/** A chapter of a recording: it lasts until the next one begins. */
export interface Chapter {
  /** Seconds. */
  readonly start: number;
  readonly title: string;
}

/** A chapter that says where it ends. */
export interface ChapterSpan {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** Chapters with their ends. @param duration of the recording, in seconds; 0 where nobody knows */
export const spansOf = (chapters: readonly Chapter[], duration: number): ChapterSpan[] =>
  chapters.map(({ start, title }, at) => ({
    from: start,
    to: chapters[at + 1]?.start ?? Math.max(start, duration),
    title,
  }));
