import { readMarks } from "#audio/narration/text/marks.ts";

/** Characters of a name. */
const MOST = 40;

/** The first words of a text, as a job is called. */
export function titleOf(text: string): string {
  const line = readMarks(text.slice(0, 600))
    .text.replace(/^[\s#]+|\[\w+\]/g, "")
    .split("\n")[0]!
    .replace(/\s+/g, " ")
    .trim();
  const points = Array.from(line);
  if (points.length <= MOST) return line;
  const cut = points.slice(0, MOST).join("");
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MOST / 2)).trim()}…`;
}

/** The same as the name of a file, without its ending. */
export const fileNameOf = (text: string): string =>
  titleOf(text)
    .replace(/[\\/:*?"<>|.…]+/g, "")
    .trim() || "speech";
