import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function timeOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = Math.round(1000 * (seconds - whole));
  const end =
    twoDigits(whole % 60) + (rest > 0 && rest < 1000 ? `.${String(rest).padStart(3, "0")}` : "");
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${end}` : `${minutes}:${end}`;
}

/** Chapters as editable text: a line with time and title for each. */
export const writeChapterLines = (chapters: readonly Chapter[]): string =>
  chapters.map(({ start, title }) => `${timeOf(start)} ${title}`.trim()).join("\n");

/**
 * A time at the start of a line, as in descriptions of videos: 1:23, 01:02:03.5, [0:12], (0:12).
 */
const LINE = /^[[(]?((?:\d+:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?[\s\p{Pd}:.|]*(.*)$/su;

/**
 * Parses chapters, sorted by time; empty lines are ignored.
 * @returns the number of the first line without a time, from 1 on, if there is one
 */
export function readChapterLines(text: string): readonly Chapter[] | number {
  const chapters: Chapter[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const found = LINE.exec(line.trim());
    if (!found) return at + 1;
    const parts = found[1]!.replace(",", ".").split(":").map(Number);
    const start = parts.reduce((sum, part) => 60 * sum + part, 0);
    chapters.push({ start, title: found[2]!.trim() });
  }
  return chapters.toSorted((one, two) => one.start - two.start);
}
