import { type WordPlace, splitWords } from "./split-words.ts";

/** A word of a phrase, and which of the phrase's phonemes are its own. */
export interface PhraseWord extends WordPlace {
  /** Code points of the phonemes, from the first to before the second. */
  readonly from: number;
  readonly to: number;
}

/** What is said at once: a sentence, or as much of one as can be. */
export interface Phrase {
  /** IPA with stress, spaces between words, and `.,;:!?`. */
  readonly phonemes: string;
  readonly words: readonly PhraseWord[];
  /** What it ends. */
  readonly ends: "part" | "sentence" | "paragraph";
}

export interface PhraseOptions {
  /** Says how texts are pronounced, one for one: IPA, words apart by spaces, clauses by lines. */
  readonly pronounce: (texts: readonly string[]) => Promise<readonly string[]>;
  /** Code points of phonemes that can be said at once. */
  readonly most: number;
  /** Code of a locale: sentences end by its rules. */
  readonly language: string;
  /** Letters of the voice in the place of those of IPA. */
  readonly respell?: (phonemes: string) => string;
}

/** Marks at the end of a word, and what voices know them as. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[.。．…]/u, "."],
  [/[!！]/u, "!"],
  [/[?？؟]/u, "?"],
  [/[;；؛]/u, ";"],
  [/[:：]/u, ":"],
  [/[,，、،–—]/u, ","],
];
/** What stands behind the last letter or digit. */
const ENDING = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u;
const MARK = /[.。．…!！?？؟;；؛:：,，、،–—]/u;

const markOf = (word: string): string => {
  const mark = MARK.exec(ENDING.exec(word)?.[0] ?? "")?.[0];
  return (mark && MARKS.find(([pattern]) => pattern.test(mark))?.[1]) ?? "";
};

/** Words that are pronounced together, without marks between them. */
interface Run {
  readonly words: readonly WordPlace[];
  readonly mark: string;
}

/** What is read of a word: without the marks at its ends. */
const readOf = ({ text }: WordPlace): string =>
  text.replace(
    /^[^\p{L}\p{N}\p{M}]+|(?<![^\p{L}\p{N}\p{M}%°€$£¥])[^\p{L}\p{N}\p{M}%°€$£¥]+$/gu,
    "",
  );

function runsOf(words: readonly WordPlace[]): Run[] {
  const runs: Run[] = [];
  let own: WordPlace[] = [];
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
/** One line, and nothing that says of which language a word is. */
const plain = (phonemes: string): string =>
  phonemes
    .replace(/\([a-z-]+\)/gu, "")
    .replace(/\s+/gu, " ")
    .trim();

/** A run with its phonemes; `to` of its words counts from its beginning. */
interface SpokenRun {
  readonly phonemes: string;
  readonly words: readonly PhraseWord[];
  readonly mark: string;
}

/** Gives each word its part of the phonemes. @param weights where words and phonemes do not match */
function placeIn(
  words: readonly WordPlace[],
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

/** Pronounces runs; one that is too long is halved until its parts are not. */
async function pronounceRuns(
  runs: readonly Run[],
  options: PhraseOptions,
): Promise<readonly SpokenRun[]> {
  const { pronounce, respell = (text: string) => text, most } = options;
  const ask = async (texts: readonly string[]): Promise<string[]> =>
    texts.length === 0 ? [] : (await pronounce(texts)).map((one) => respell(plain(one)));
  const spaced = (words: readonly WordPlace[]): string =>
    words.reduce(
      (text, word, at) =>
        text + (at > 0 && words[at - 1]!.end < word.start ? " " : "") + readOf(word),
      "",
    );
  const told = await ask(runs.map(({ words }) => spaced(words)));
  const spoken: SpokenRun[] = [];
  for (const [at, run] of runs.entries()) {
    const { words, mark } = run;
    const phonemes = told[at]!;
    if (phonemes === "") continue;
    if (lengthOf(phonemes) + 2 > most && words.length > 1) {
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
        : (await ask(words.map(readOf))).map((one) => Math.max(1, lengthOf(one)));
    // A single word that is longer than all that can be said is cut off: no language has one.
    const short = Array.from(phonemes)
      .slice(0, most - 2)
      .join("");
    const kept = short === phonemes ? weights : words.map(() => 1);
    spoken.push({ phonemes: short, words: placeIn(words, short, kept), mark });
  }
  return spoken;
}

/** Puts runs together, as many as can be said at once. */
function joinRuns(runs: readonly SpokenRun[], most: number): Omit<Phrase, "ends">[] {
  const phrases: { phonemes: string; words: PhraseWord[] }[] = [];
  for (const { phonemes, words, mark } of runs) {
    const last = phrases.at(-1);
    const length = lengthOf(phonemes) + lengthOf(mark);
    const fits = last && lengthOf(last.phonemes) + 1 + length <= most;
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
 * Reads a text as voices say it, phrase by phrase: sentences by the rules of Unicode (UAX #29),
 * with the marks that voices take for pauses and tunes. A text without words gives none.
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
    const words: WordPlace[] = [];
    while (next < all.length && all[next]!.start < end) words.push(all[next++]!);
    const phrases = joinRuns(await pronounceRuns(runsOf(words), options), options.most);
    const ends = segment.slice(segment.trimEnd().length).includes("\n") ? "paragraph" : "sentence";
    for (const [at, phrase] of phrases.entries())
      yield { ...phrase, ends: at < phrases.length - 1 ? "part" : ends };
  }
}
