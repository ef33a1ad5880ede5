import { type WordRange, splitWords } from "./split-words.ts";

/** A word of a phrase, and the range of its phonemes. */
export interface PhraseWord extends WordRange {
  /** Code points of the phonemes; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** A unit of synthesis: a sentence, or part of one if it is too long. */
export interface Phrase {
  /** IPA with stress marks, spaces between words, and `.,;:!?`. */
  readonly phonemes: string;
  readonly words: readonly PhraseWord[];
  /** What ends with the phrase. */
  readonly ends: "part" | "sentence" | "paragraph";
}

export interface PhraseOptions {
  /**
   * Returns the pronunciation of each text in the voice's alphabet, words separated by spaces.
   */
  readonly pronounce: (texts: readonly string[]) => Promise<readonly string[]>;
  /** Maximum code points per phrase. */
  readonly maxPhonemes: number;
  /** Locale code, which determines sentence boundaries. */
  readonly language: string;
}

/** Punctuation at the end of a word, and the form that voices know. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[.。．…]/u, "."],
  [/[!！]/u, "!"],
  [/[?？؟]/u, "?"],
  [/[;；؛]/u, ";"],
  [/[:：]/u, ":"],
  [/[,，、،–—]/u, ","],
];
/** Everything after the last letter or digit. */
const ENDING = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u;
const MARK = /[.。．…!！?？؟;；؛:：,，、،–—]/u;

const markOf = (word: string): string => {
  const mark = MARK.exec(ENDING.exec(word)?.[0] ?? "")?.[0];
  return (mark && MARKS.find(([pattern]) => pattern.test(mark))?.[1]) ?? "";
};

/** Words that are pronounced together, without punctuation between them. */
interface Run {
  readonly words: readonly WordRange[];
  readonly mark: string;
}

/** The pronounced part of a word: without punctuation at its ends. */
const readOf = ({ text }: WordRange): string =>
  text.replace(
    /^[^\p{L}\p{N}\p{M}]+|(?<![^\p{L}\p{N}\p{M}%°€$£¥])[^\p{L}\p{N}\p{M}%°€$£¥]+$/gu,
    "",
  );

function runsOf(words: readonly WordRange[]): Run[] {
  const runs: Run[] = [];
  let own: WordRange[] = [];
  for (const word of words) {
    own.push(word);
    const mark = markOf(word.text);
    if (mark === "") continue;
    runs.push({ words: own, mark });
    own = [];
  }
  if (own.length > 0) runs.push({ words: own, mark: "" });
  return runs;
}

const lengthOf = (text: string): number => Array.from(text).length;
/** eSpeak's phonemes on a single line, without language switch markers. */
export const joinClauses = (phonemes: string): string =>
  phonemes
    .replace(/\([a-z-]+\)/gu, "")
    .replace(/\s+/gu, " ")
    .trim();

/** A run with its phonemes; `to` of its words is relative to its beginning. */
interface SpokenRun {
  readonly phonemes: string;
  readonly words: readonly PhraseWord[];
  readonly mark: string;
}

/**
 * Assigns phonemes to words. @param weights used if the numbers of words and phoneme groups differ
 */
function assignPhonemes(
  words: readonly WordRange[],
  phonemes: string,
  weights: readonly number[] | null,
): PhraseWord[] {
  const all = lengthOf(phonemes);
  if (weights === null) {
    let at = 0;
    return phonemes.split(" ").map((group, index) => {
      const from = at;
      at += lengthOf(group) + 1;
      return { ...words[index]!, from, to: from + lengthOf(group) };
    });
  }
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1;
  let before = 0;
  return words.map((word, index) => {
    const from = Math.round((all * before) / sum);
    before += weights[index]!;
    return { ...word, from, to: Math.round((all * before) / sum) };
  });
}

/** Pronounces runs; runs that are too long are bisected. */
async function pronounceRuns(
  runs: readonly Run[],
  options: PhraseOptions,
): Promise<readonly SpokenRun[]> {
  const { pronounce, maxPhonemes } = options;
  const pronounceAll = async (texts: readonly string[]): Promise<string[]> =>
    texts.length === 0 ? [] : [...(await pronounce(texts))];
  const spaced = (words: readonly WordRange[]): string =>
    words.reduce(
      (text, word, at) =>
        text + (at > 0 && words[at - 1]!.end < word.start ? " " : "") + readOf(word),
      "",
    );
  const pronunciations = await pronounceAll(runs.map(({ words }) => spaced(words)));
  const spoken: SpokenRun[] = [];
  for (const [at, run] of runs.entries()) {
    const { words, mark } = run;
    const phonemes = pronunciations[at]!;
    if (phonemes === "") continue;
    if (lengthOf(phonemes) + 2 > maxPhonemes && words.length > 1) {
      const half = words.length >> 1;
      const parts = [
        { words: words.slice(0, half), mark: "" },
        { words: words.slice(half), mark },
      ];
      spoken.push(...(await pronounceRuns(parts, options)));
      continue;
    }
    const weights =
      phonemes.split(" ").length === words.length
        ? null
        : (await pronounceAll(words.map(readOf))).map((one) => Math.max(1, lengthOf(one)));
    // A single word that exceeds the limit is truncated; no real word does.
    const short = Array.from(phonemes)
      .slice(0, maxPhonemes - 2)
      .join("");
    const adjustedWeights = short === phonemes ? weights : words.map(() => 1);
    spoken.push({ phonemes: short, words: assignPhonemes(words, short, adjustedWeights), mark });
  }
  return spoken;
}

/** Joins runs into phrases of maximum length. */
function joinRuns(runs: readonly SpokenRun[], maxPhonemes: number): Omit<Phrase, "ends">[] {
  const phrases: { phonemes: string; words: PhraseWord[] }[] = [];
  for (const { phonemes, words, mark } of runs) {
    const last = phrases.at(-1);
    const length = lengthOf(phonemes) + lengthOf(mark);
    const fits = last && lengthOf(last.phonemes) + 1 + length <= maxPhonemes;
    const phrase = fits ? last : { phonemes: "", words: [] };
    if (!fits) phrases.push(phrase);
    if (phrase.phonemes !== "") phrase.phonemes += " ";
    const start = lengthOf(phrase.phonemes);
    phrase.phonemes += phonemes + mark;
    for (const word of words)
      phrase.words.push({ ...word, from: start + word.from, to: start + word.to });
  }
  return phrases;
}

/**
 * Splits a text into phrases of phonemes: Unicode sentences (UAX #29) with the punctuation that
 * determines pauses and intonation. A text without words yields nothing.
 */
export async function* readPhrases(
  text: string,
  options: PhraseOptions,
): AsyncGenerator<Phrase, void, undefined> {
  const segmenter = new Intl.Segmenter(options.language, { granularity: "sentence" });
  const all = splitWords(text);
  let next = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length;
    const words: WordRange[] = [];
    while (next < all.length && all[next]!.start < end) words.push(all[next++]!);
    const phrases = joinRuns(await pronounceRuns(runsOf(words), options), options.maxPhonemes);
    const ends = segment.slice(segment.trimEnd().length).includes("\n") ? "paragraph" : "sentence";
    for (const [at, phrase] of phrases.entries())
      yield { ...phrase, ends: at < phrases.length - 1 ? "part" : ends };
  }
}
