import { displayWidth, frontOf, truncate } from "../text/display-width.ts";

/** What a piece of text means; the colours are in App.ts. */
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

/** A row that is no wider than so many columns. */
export function cutLine(spans: Line, columns: number): Line {
  if (widthOf(spans) <= columns) return spans;
  const kept: Span[] = [];
  let left = columns;
  for (const span of spans) {
    const width = displayWidth(span.text);
    if (width > left) {
      kept.push({ ...span, text: truncate(span.text, left) });
      break;
    }
    kept.push(span);
    left -= width;
  }
  return kept;
}

/** Two ends of a row; the one at the end gives way where both do not fit. */
export function spread(start: Line, end: Line, columns: number): Line {
  const space = columns - widthOf(start) - widthOf(end);
  return space < 1 ? cutLine(start, columns) : [...start, { text: " ".repeat(space) }, ...end];
}

/** A text in rows of so many columns, broken between words; a longer word is broken anywhere. */
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

/** A name with a value beside it, in as many rows as it needs. */
export function factLines(name: string, value: string, at: FactPlace): Line[] {
  const rows = wrapText(value, Math.max(8, at.columns - at.indent));
  return rows.map((text, row) => [
    { text: (row === 0 ? name : "").padEnd(at.indent), tone: "dim" },
    { text, ...(at.tone && { tone: at.tone }) },
  ]);
}
interface FactPlace {
  readonly columns: number;
  /** Columns of the name. */
  readonly indent: number;
  readonly tone?: Tone | undefined;
}

export const lineText = (spans: Line): string => spans.map(({ text }) => text).join("");
