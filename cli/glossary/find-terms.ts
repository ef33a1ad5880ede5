import { compile, escapePattern } from "./find-avoided.ts";
import type { Glossary, Style, Term } from "./schema.ts";

/** A term of an English text, as a translator is given it. */
export interface FoundTerm {
  readonly english: string;
  readonly translation: string;
  /** Its meaning, and what else is to be known in that language. */
  readonly definition: string;
}

/** English plurals and forms of verbs. */
const patternOf = ({ english, pattern }: Term): RegExp =>
  compile(pattern ?? `\\b${escapePattern(english)}(?:s|es|d|ed|ing)?\\b`);

/** Finds the terms of English texts, each once, with what they are in a locale. */
export function createFindTerms(
  { terms }: Glossary,
  locale: string,
): (english: string) => FoundTerm[] {
  const known = terms.flatMap((term) => {
    const translation = term.translations[locale];
    if (translation === undefined) return [];
    const avoided = (term.avoid?.[locale] ?? []).map(
      ({ words, reason, searched }) =>
        `"${words}" (${reason}${searched ? "; right in titles, headings and questions" : ""})`,
    );
    const definition = [
      term.meaning,
      ...(term.notes?.[locale] ? [term.notes[locale]] : []),
      ...(avoided.length > 0 ? [`Not: ${avoided.join(", ")}.`] : []),
    ].join(" ");
    return [
      { pattern: patternOf(term), found: { english: term.english, translation, definition } },
    ];
  });
  return (english) =>
    known.filter(({ pattern }) => english.search(pattern) >= 0).map(({ found }) => found);
}

const WIDE = "Punctuation and parentheses: full width";
const PUNCTUATION: Readonly<Record<NonNullable<Style["punctuation"]>, string>> = {
  spanish: "Questions and exclamations are opened by ¿ and ¡",
  arabic: "Marks: ؟ ، ؛ Digits: 0 to 9",
  chinese: `${WIDE}; a space between Chinese and Latin letters or digits`,
  japanese: `${WIDE}; no space between Japanese and Latin letters or digits`,
};

/** The style of a language in lines, for people. */
export const styleLines = (style: Style): string[] => [
  `Address: ${style.address}`,
  `Headings and buttons: ${style.headings}`,
  `Save: ${style.save}`,
  `Dash: ${style.dash}`,
  `Titles are divided by "${style.titleSeparator}"`,
  `Quotes: ${style.quotes.join(" ")}`,
  ...(style.spaces === "french"
    ? ["Spaces: a narrow no-break space (U+202F) before ; : ! ? » and after «"]
    : []),
  ...(style.punctuation === undefined ? [] : [PUNCTUATION[style.punctuation]]),
  ...(style.notes === undefined ? [] : [style.notes]),
  ...(style.avoid ?? []).map(({ words, use, reason }) => `Not "${words}" but "${use}": ${reason}`),
];
