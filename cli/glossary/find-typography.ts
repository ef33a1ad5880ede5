import { MASK } from "./segments.ts";
import type { Style } from "./schema.ts";

/** Marks that are not those of the language. */
export interface FoundMarks {
  /** Offset in the text. */
  readonly start: number;
  readonly marks: string;
  /** Full sentence. */
  readonly rule: string;
  /** What is right, where that is certain. */
  readonly now?: string;
}

const NARROW = "\u202f";
const MARKS = /[«»„“”‚‘「」『』《》"]/g;
/** Marks inside words are apostrophes. */
const DASHES = /(?<=\S[ \u00a0\u202f])(?:–|——?|-)(?=\s)|(?<!\d)——?(?!\d)/g;
const SEPARATORS = / [–—|] |(?<!\d): /g;

const BEFORE = new RegExp(
  `(?<=[\\p{L}\\p{N}\\p{M}${MASK})\\]»%*’'"])([ \\u00a0]?)([;:!?])(?=[\\s\\u00a0${NARROW})»*_"${MASK}]|$)`,
  "gu",
);
const OPENING = /«(?!\u202f)[ \u00a0]?(?=\S)/g;
const CLOSING = /(?<=[^\s\u202f])[ \u00a0]?»|(?<=\S)[ \u00a0]»/g;

const all = (text: string, pattern: RegExp): { start: number; marks: string }[] =>
  Array.from(text.matchAll(pattern), ({ 0: marks, index }) => ({ start: index, marks }));

/** Finds quotes, dashes and spaces of another language. @param isTitle of a page */
export function findTypography(text: string, style: Style, isTitle: boolean): FoundMarks[] {
  const quotes = all(text, MARKS)
    .filter(({ marks }) => !style.quotes.includes(marks))
    .map((found) => ({ ...found, rule: `Quotes are ${style.quotes.slice(0, 2).join("…")} here` }));
  const separators = isTitle ? all(text, SEPARATORS) : [];
  const titles = separators
    .filter(({ marks }) => marks !== style.titleSeparator)
    .map((found) => ({
      ...found,
      rule: `Titles are divided by "${style.titleSeparator}"`,
      now: style.titleSeparator,
    }));
  const dashes = all(text, DASHES)
    .filter(({ marks }) => marks !== style.dash)
    .filter(({ start }) => !separators.some((title) => Math.abs(title.start - start) <= 1))
    .map((found) => ({
      ...found,
      rule: `The dash of sentences is "${style.dash}"`,
      now: style.dash,
    }));
  return [
    ...quotes,
    ...titles,
    ...dashes,
    ...(style.spaces === "french" ? frenchSpaces(text) : []),
  ];
}

function frenchSpaces(text: string): FoundMarks[] {
  const rule = (where: string): string => `French has a narrow no-break space (U+202F) ${where}`;
  return [
    ...all(text, BEFORE).map(({ start, marks }) => ({
      start,
      marks,
      rule: rule(`before ${marks.at(-1)}`),
      now: NARROW + marks.at(-1)!,
    })),
    ...all(text, OPENING).map(({ start, marks }) => ({
      start,
      marks,
      rule: rule("after «"),
      now: `«${NARROW}`,
    })),
    ...all(text, CLOSING).map(({ start, marks }) => ({
      start,
      marks,
      rule: rule("before »"),
      now: `${NARROW}»`,
    })),
  ];
}
