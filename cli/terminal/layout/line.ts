import { displayWidth, frontOf, truncate } from "../../text/display-width.ts";

/** Meaning of a text span; App.ts has the colors. */
export type Tone = "strong" | "dim" | "good" | "warn" | "bad" | "accent" | "chosen";

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}
/** A row of the screen. */
export type Line = readonly Span[];

export const line = (text: string, tone?: Tone): Line => [{ text, ...(tone && { tone }) }];

export const widthOf = (spans: Line): number =>
  spans.reduce((sum, { text }) => sum + displayWidth(text), 0);

/** Truncates a row to a number of columns. */
export function cutLine(spans: Line, columns: number): Line {
  if (widthOf(spans) <= columns) return spans;
  const visible: Span[] = [];
  let left = columns;
  for (const span of spans) {
    const width = displayWidth(span.text);
    if (width > left) {
      visible.push({ ...span, text: truncate(span.text, left) });
      break;
    }
    visible.push(span);
    left -= width;
  }
  return visible;
}

/** Aligns two texts to the ends of a row; the one at the end is shortened if both do not fit. */
export function spread(start: Line, end: Line, columns: number): Line {
  const space = columns - widthOf(start) - widthOf(end);
  return space < 1 ? cutLine(start, columns) : [...start, { text: " ".repeat(space) }, ...end];
}

/** Wraps a text to a number of columns between words; a longer word is broken anywhere. */
export function wrapText(text: string, columns: number): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(" ")) {
    const joined = row === "" ? word : `${row} ${word}`;
    if (displayWidth(joined) <= columns) {
      row = joined;
      continue;
    }
    if (row !== "") rows.push(row);
    row = word;
    while (displayWidth(row) > columns) {
      const front = frontOf(row, columns);
      if (front === "") break;
      rows.push(front);
      row = row.slice(front.length);
    }
  }
  return [...rows, row];
}

/** A name with a value next to it, in as many rows as needed. */
export function factLines(name: string, value: string, at: FactLayout): Line[] {
  const rows = wrapText(value, Math.max(8, at.columns - at.indent));
  return rows.map((text, row) => [
    { text: (row === 0 ? name : "").padEnd(at.indent), tone: "dim" },
    { text, ...(at.tone && { tone: at.tone }) },
  ]);
}
interface FactLayout {
  readonly columns: number;
  /** Width of the name in columns. */
  readonly indent: number;
  readonly tone?: Tone | undefined;
}

export const lineText = (spans: Line): string => spans.map(({ text }) => text).join("");
