import { readMarks } from "#audio/narration/text/marks.ts";
import { fileNameOf } from "#runtime/panel-kit/save/file-name.ts";

/** Maximum length of a name in characters. */
const MAX_LENGTH = 40;

/** The first words of a text, as the title of a job. */
export function titleOf(text: string): string {
  const line = readMarks(text.slice(0, 600))
    .text.replace(/^[\s#]+|\[\w+\]/g, "")
    .split("\n")[0]!
    .replace(/\s+/g, " ")
    .trim();
  const points = Array.from(line);
  if (points.length <= MAX_LENGTH) return line;
  const cut = points.slice(0, MAX_LENGTH).join("");
  const space = cut.lastIndexOf(" ");
  // Some languages are written without spaces.
  return `${(space < MAX_LENGTH / 2 ? cut : cut.slice(0, space)).trim()}…`;
}

/** The title as a file name without extension. */
export const speechFileName = (text: string): string =>
  fileNameOf(titleOf(text).replace(/[\\/:*?"<>|.…]+/g, ""), "speech");
