import type { Reading } from "../../speech/speech.ts";
import type { Mark } from "./marks.ts";
import { abbreviationsOf } from "./abbreviations.ts";

/** How a word is said that would be read wrongly. */
export interface Pronunciation {
  readonly written: string;
  /** As it sounds, in the letters of the language. */
  readonly spoken: string;
}

export interface ReadingRules {
  /** Code of a locale. */
  readonly language: string;
  readonly marks?: readonly Mark[];
  readonly pronunciations?: readonly Pronunciation[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** A text where no letter or digit stands before or behind it. */
const alone = (text: string, flags: string): RegExp =>
  new RegExp(
    (/^[\p{L}\p{N}]/u.test(text) ? String.raw`(?<![\p{L}\p{N}])` : "") +
      escaped(text) +
      (/[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{L}\p{N}])` : ""),
    flags,
  );

/** Letters and digits one by one, each as a word. */
const spelled = (text: string): string => Array.from(text.replace(/\s+/g, "")).join(" ");

/**
 * Parts of a text that are read otherwise than the voice would: what the visitor says of them first, then
 * marks, then the rules of the language.
 */
export function readingsOf(text: string, rules: ReadingRules): Reading[] {
  const { language, marks = [], pronunciations = [] } = rules;
  const found: Reading[] = [];
  const add = (reading: Reading): void => {
    const isFree = found.every(({ start, end }) => reading.end <= start || reading.start >= end);
    if (isFree && reading.end > reading.start) found.push(reading);
  };
  const addAll = (pattern: RegExp, readingOf: (match: RegExpExecArray) => string | null): void => {
    for (const match of text.matchAll(pattern)) {
      const reading = readingOf(match);
      if (reading !== null)
        add({ start: match.index, end: match.index + match[0].length, reading });
    }
  };
  for (const { written, spoken } of pronunciations)
    if (written.trim()) addAll(alone(written.trim(), "giu"), () => spoken);
  for (const { kind, start, end } of marks)
    if (kind === "spell") add({ start, end, reading: spelled(text.slice(start, end)) });
  for (const { kind, start, end } of marks)
    if (kind === "emphasis") add({ start, end, reading: text.slice(start, end), stressed: true });
  for (const [short, full] of abbreviationsOf(language)) addAll(alone(short, "gu"), () => full);
  return found.sort((a, b) => a.start - b.start);
}
