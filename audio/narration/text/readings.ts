import type { Reading } from "../../speech/speech.ts";
import type { Mark } from "./marks.ts";
import { type Abbreviation, abbreviationsOf, standingAlone } from "./abbreviations.ts";
import type { ReadingRule } from "./reading-rule.ts";
import { numberRules } from "./number-rules.ts";
import { ownRules } from "./own-rules.ts";

/** Pronunciation of a word that would be read incorrectly. */
export interface Pronunciation {
  readonly written: string;
  /** Phonetic spelling in the language's letters. */
  readonly spoken: string;
}

export interface ReadingRules {
  /** Locale code. */
  readonly language: string;
  readonly marks?: readonly Mark[];
  readonly pronunciations?: readonly Pronunciation[];
}

/** Characters before a number that affect its reading. */
const CONTEXT = 6;

const known = new Map<string, readonly ReadingRule[]>();
/**
 * Rules of a language; the output of the number rules is processed again for days and counters
 * (`2026-03-04` → `3月4日`).
 */
function rulesOf(language: string): readonly ReadingRule[] {
  const found = known.get(language);
  if (found) return found;
  const own = ownRules(language);
  const again = (text: string): string =>
    own.reduce(
      (spoken, { pattern, read }) =>
        spoken.replace(pattern, (...parts) => {
          const groups = parts.slice(
            0,
            parts.findIndex((one) => typeof one === "number"),
          );
          return read(groups as unknown as RegExpExecArray) ?? (parts[0] as string);
        }),
      text,
    );
  const general = numberRules(language).map(({ pattern, read }): ReadingRule => ({
    pattern,
    read: (match) => {
      const spoken = read(match);
      if (spoken === null) return null;
      // The context determines endings: “am 4. März” is “am vierten März”.
      const before = match.input.slice(Math.max(0, match.index - CONTEXT), match.index);
      const whole = again(before + spoken);
      return whole.startsWith(before) ? whole.slice(before.length) : again(spoken);
    },
  }));
  const all = [...own, ...general];
  known.set(language, all);
  return all;
}

/** Spells letters and digits as separate words. */
const spelled = (text: string): string => Array.from(text.replace(/\s+/g, "")).join(" ");

/**
 * Readings that differ from the voice's own: user pronunciations first, then marks, then the rules
 * of the language.
 */
export function readingsOf(text: string, rules: ReadingRules): Reading[] {
  const { language, marks = [], pronunciations = [] } = rules;
  const found: Reading[] = [];
  /**
   * Characters that already have a reading; comparing all pairs of readings would be too slow for
   * long texts.
   */
  const taken = new Uint8Array(text.length);
  const isFree = ({ start, end }: Pick<Reading, "start" | "end">): boolean =>
    end > start && !taken.subarray(start, end).includes(1);
  const add = (reading: Reading): void => {
    if (!isFree(reading)) return;
    taken.fill(1, reading.start, reading.end);
    found.push(reading);
  };
  const addAll = (pattern: RegExp, readingOf: (match: RegExpExecArray) => string | null): void => {
    for (const match of text.matchAll(pattern)) {
      const reading = readingOf(match);
      if (reading !== null)
        add({ start: match.index, end: match.index + match[0].length, reading });
    }
  };
  for (const { written, spoken } of pronunciations)
    if (written.trim()) addAll(new RegExp(standingAlone(written.trim()), "giu"), () => spoken);
  for (const { kind, start, end } of marks)
    if (kind === "spell" && isFree({ start, end }))
      add({ start, end, reading: spelled(text.slice(start, end)) });
  for (const { kind, start, end } of marks)
    if (kind === "emphasis") add({ start, end, reading: text.slice(start, end), stressed: true });
  const shorts = abbreviationsOf(language);
  const addShort = ({ short, full, condition }: Abbreviation): void =>
    addAll(new RegExp(standingAlone(short, condition), "gu"), () => full);
  // With an inner period they look like addresses.
  shorts.filter(({ short }) => /\.\p{L}/u.test(short)).forEach(addShort);
  for (const { pattern, read } of rulesOf(language)) addAll(pattern, read);
  shorts.forEach(addShort);
  return found.sort((a, b) => a.start - b.start);
}
