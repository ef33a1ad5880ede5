import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Columns that a text takes in a terminal. */
export const displayWidth = (text: string): number => stringWidth(text);

/** The front of a text that fits into so many columns. */
export function frontOf(text: string, columns: number): string {
  let front = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += displayWidth(segment);
    if (width > columns) break;
    front += segment;
  }
  return front;
}

/** A text in so many columns at most, with an ellipsis where something is left out. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return columns < 1 ? "" : `${frontOf(text, columns - 1)}…`;
}

/** A text in exactly so many columns. */
export function fit(text: string, columns: number, align: "start" | "end" = "start"): string {
  const shown = truncate(text, columns);
  const space = " ".repeat(Math.max(0, columns - displayWidth(shown)));
  return align === "start" ? shown + space : space + shown;
}
