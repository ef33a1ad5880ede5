import { folded } from "./fold.ts";

/** Scripts written without spaces between words, or with optional spaces. */
const UNSPACED = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー々";
const RUN = new RegExp(`[${UNSPACED}]+`, "gu");
const WORD = /[\p{L}\p{N}]+/gu;
/** Japanese particles after a word in another script; the word ends there. */
const PARTICLE =
  /(?<=[\p{sc=Han}\p{sc=Katakana}ーa-z0-9])(?:から|みたいな|[のをにでがはともへ])(?=[\p{sc=Han}\p{sc=Katakana}a-z0-9]|$)/giu;
/** Korean particles at the end of a word of three syllables or more. */
const KOREAN_PARTICLE = /(?<=[가-힣]{2})(?:에서|으로|을|를|은|는|이|가|의|에|로|와|과)(?=\s|$)/g;

/** A text prepared for comparison: words, and runs of letters in scripts without spaces. */
export interface Terms {
  readonly words: readonly string[];
  readonly runs: readonly string[];
}

/**
 * @param isQuery whether the text is a query: then particles end a run. In texts of tools, all
 *   letters form one run, so that optional spaces do not matter
 */
export function termsOf(text: string, language: string, isQuery = false): Terms {
  const parted = isQuery
    ? text.normalize("NFKC").replace(PARTICLE, " ").replace(KOREAN_PARTICLE, " ")
    : text;
  // "mp 3", "you tube": formats and sites that visitors type as two words.
  const bare = folded(parted, language)
    .replace(/\bmp (?=[34]\b)/g, "mp")
    .replace(/\byou tube\b/g, "youtube");
  const runs: string[] = [];
  const spaced = bare.replace(RUN, (run) => {
    runs.push(run);
    return " ";
  });
  return {
    words: spaced.match(WORD) ?? [],
    runs: isQuery ? runs : runs.length > 0 ? [runs.join("")] : [],
  };
}

/** Pairs of adjacent letters in a run; for a single letter, the letter itself. */
export const pairsOf = (run: string): string[] => {
  const letters = Array.from(run);
  return letters.length < 2 ? letters : letters.slice(1).map((next, at) => letters[at]! + next);
};
