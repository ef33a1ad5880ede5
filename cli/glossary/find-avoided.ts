import type { Avoided, Glossary } from "./schema.ts";

/** An edge of a word, in scripts with vowel signs, too. */
const LETTER = "[\\p{L}\\p{M}\\p{N}_]";
const EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;

/** A regular expression of the glossary, without regard to case. Spaces stand for any, line ends included. */
export const compile = (source: string): RegExp =>
  new RegExp(
    source
      .replaceAll("\\b", EDGE)
      .replace(/\[(?:[^\]\\]|\\.)*\]?| /g, (part) =>
        part === " " ? "[\\s\\u00a0\\u202f]+" : part.replaceAll(" ", "\\s"),
      ),
    "giu",
  );

/** A text as a regular expression that finds it. */
export const escapePattern = (words: string): string =>
  words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Scripts without spaces have no edges of words; in Korean particles follow without a space. */
function patternOf({ words, pattern }: Avoided, language: string): string {
  if (pattern !== undefined) return pattern;
  if (/^(ja|zh)\b/.test(language)) return escapePattern(words);
  return `(?<!${LETTER})${escapePattern(words)}${language === "ko" ? "" : `(?!${LETTER})`}`;
}

export interface FoundWords {
  /** Offset in the text. */
  readonly start: number;
  readonly words: string;
  readonly rule: Avoided;
}

/** Where an offset in a text of a content file is. */
export interface PagePosition {
  /** Whether it is outside of a condition. */
  readonly isOutside: (condition: string, offset: number) => boolean;
  /** Whether it is in a title, a heading or a question. */
  readonly isInHeading: (offset: number) => boolean;
}

/**
 * Finds the words that a locale avoids in a text. `english` is the text that it translates. Without
 * `page`, words that depend on a condition are not found, and searched words are.
 */
export type FindAvoided = (
  text: string,
  english: string | undefined,
  page?: PagePosition,
) => FoundWords[];

export function createFindAvoided({ terms, styles }: Glossary, locale: string): FindAvoided {
  const rules = [
    ...terms.flatMap(({ avoid }) => avoid?.[locale] ?? []),
    ...(styles[locale]?.avoid ?? []),
  ].map((rule) => ({
    rule,
    pattern: compile(patternOf(rule, locale)),
    except: rule.except?.map(compile) ?? [],
    whenEnglish: rule.whenEnglish === undefined ? null : compile(rule.whenEnglish),
  }));
  return (text, english, page) =>
    rules.flatMap(({ rule, pattern, except, whenEnglish }) => {
      const found = Array.from(text.matchAll(pattern), ({ 0: words, index }) => ({
        start: index,
        words,
        rule,
      })).filter(({ words }) => words !== "");
      if (found.length === 0 || (whenEnglish && !isIn(english, whenEnglish))) return [];
      const excused = except.flatMap((each) =>
        Array.from(text.matchAll(each), ({ 0: words, index }) => [index, index + words.length]),
      );
      return found.filter(
        ({ start, words }) =>
          (rule.outside === undefined || page?.isOutside(rule.outside, start)) &&
          !(rule.searched && page?.isInHeading(start)) &&
          !excused.some(([from, to]) => from! <= start && start + words.length <= to!),
      );
    });
}

const isIn = (text: string | undefined, pattern: RegExp): boolean =>
  text !== undefined && text.search(pattern) >= 0;

/** What is written instead, where that is certain; with a capital letter where there was one. */
export function replacementOf({ words, rule }: FoundWords): string | undefined {
  if (!rule.certain) return undefined;
  const isCapital = words.charAt(0) !== words.charAt(0).toLowerCase();
  return isCapital ? rule.use.charAt(0).toUpperCase() + rule.use.slice(1) : rule.use;
}
