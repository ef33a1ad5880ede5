const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, "0");
const timeOf = (seconds: number): string =>
  `${twoDigits(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${(seconds % 60).toFixed(3).padStart(6, "0")}`;

/** Chapters as comments of Ogg and FLAC have them: their beginnings in seconds, and their titles. */
export function chapterComments(
  chapters: readonly { readonly start: number; readonly title: string }[],
): Record<string, string> {
  const pairs = chapters.flatMap(({ start, title }, at) => {
    const name = `CHAPTER${String(at + 1).padStart(3, "0")}`;
    return [
      [name, timeOf(start)],
      [`${name}NAME`, title],
    ];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
