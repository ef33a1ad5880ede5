import { runFit, runOf } from "./match-run.ts";
import { closeFit, wideFit } from "./match-word.ts";
import type { Index } from "./phrases.ts";
import { stemOf } from "#core/search/stems.ts";
import { stopwordsOf } from "./stopwords.ts";
import { termsOf } from "#core/search/terms.ts";

/** A word or run of the query. */
export interface Unit {
  /** How well each phrase matches it, from 0 to 1. */
  readonly fits: Float32Array;
  /** Number of letters of a run; 0 for a word. */
  readonly letters: number;
}

/** Minimum number of letters of a word part. */
const PART = 3;

/** Splits a query into units, and compares each unit with all phrases. */
export function unitsOf(query: string, index: Index): Unit[] {
  const { language, indexes } = index;
  const { words, runs } = termsOf(query, language, true);
  const stopwords = stopwordsOf(language);
  const significant = words.filter((word) => !stopwords.has(word));
  const groups = regrouped(significant.length + runs.length > 0 ? significant : words, indexes);
  return [
    ...groups.map((word) => wordUnit(word, index)),
    ...runs.map((run) => runUnit(run, index)),
  ];
}

function wordUnit(text: string, { language, vocabulary, phrases }: Index): Unit {
  const word = { text, stem: stemOf(text, language) };
  const known = Float32Array.from(vocabulary, (other) =>
    other.named ? wideFit(word, other) : closeFit(word, other),
  );
  const fits = Float32Array.from(phrases, ({ words }) => {
    let max = 0;
    for (const at of words) if (known[at]! > max) max = known[at]!;
    return max;
  });
  return { fits, letters: 0 };
}

function runUnit(text: string, { phrases, unitWeight }: Index): Unit {
  const query = runOf(text);
  const fits = Float32Array.from(phrases, ({ run }) => runFit(query, run, unitWeight));
  return { fits, letters: Array.from(text).length };
}

/** Joins or splits words of the query to match the spelling in the vocabulary. */
function regrouped(words: readonly string[], known: ReadonlyMap<string, number>): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const next = words[at + 1];
    if (next !== undefined && known.has(word + next)) {
      result.push(word + next);
      at += 1;
    } else result.push(...(known.has(word) ? [word] : (split(word, known) ?? [word])));
  }
  return result;
}

function split(word: string, known: ReadonlyMap<string, number>): string[] | undefined {
  for (let at = PART; at <= word.length - PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => known.has(part))) return parts;
  }
  return undefined;
}
