import type { Chapter } from "./chapter.ts";

const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, "0");
const timeOf = (seconds: number): string =>
  `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")}`;

/** Chapters as Ogg and FLAC comments: start times and titles. */
export function chapterComments(chapters: readonly Chapter[]): Record<string, string> {
  const pairs = chapters.flatMap(({ start, title }, at) => {
    const name = `CHAPTER${String(at + 1).padStart(3, "0")}`;
    return [
      [name, timeOf(start)],
      [`${name}NAME`, title],
    ];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

const secondsOf = (time: string): number | null => {
  const found = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(time.trim());
  return found && 3600 * Number(found[1]) + 60 * Number(found[2]) + Number(found[3]);
};

/**
 * Chapters in comments; those with an invalid time are skipped.
 * @param comments by name, case-insensitive
 */
export function chaptersInComments(comments: Readonly<Record<string, unknown>>): Chapter[] {
  const byName = new Map(
    Object.entries(comments).flatMap(([name, value]) =>
      typeof value === "string" ? [[name.toUpperCase(), value] as const] : [],
    ),
  );
  return [...byName]
    .flatMap(([name, value]) => {
      const start = /^CHAPTER\d+$/.test(name) ? secondsOf(value) : null;
      return start === null ? [] : [{ start, title: byName.get(`${name}NAME`) ?? "" }];
    })
    .toSorted((one, two) => one.start - two.start);
}
