import { isFunctionWord } from "./function-words.ts";
import type { Weights } from "./rank-sentences.ts";

/** Maximum words of a topic, including function words. */
const MAX_WORDS = 5;
/** Maximum consecutive function words: “map of the river”. */
const MAX_JOINING_WORDS = 2;
/** Weight factor of a word that is already in the title. */
const REPETITION_WEIGHT = 0.4;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isEmpty: boolean;
}

/** Sequences of words without punctuation in between. */
function runsOf(sentence: string, language: string, segmenter: Intl.Segmenter): Word[][] {
  const runs: Word[][] = [[]];
  for (const { segment, index, isWordLike } of segmenter.segment(sentence)) {
    const text = segment.toLocaleLowerCase();
    if (isWordLike)
      runs.at(-1)!.push({
        text,
        start: index,
        end: index + segment.length,
        isEmpty: isFunctionWord(text, language),
      });
    else if (!/^[\s'’-]+$/u.test(segment)) runs.push([]);
  }
  return runs;
}

/** Words that may join two content words: “map of the river”. */
const JOINS: Readonly<Record<string, string>> = {
  en: "of the a an and",
  de: "der des und von im am",
  es: "de del la el los las y",
  fr: "de du des d la le les l et",
  it: "di del della dei degli delle e",
  "pt-br": "de do da dos das e",
  nl: "van de het en",
  id: "dan",
  ru: "и",
  ar: "و",
  ko: "및",
  ja: "の",
  zh: "的",
  "zh-tw": "的",
};
/** Final words that are probably not nouns. */
const VERBAL: Readonly<Record<string, RegExp>> = { de: /^\p{Ll}/u, en: /(?:ed|ing|ly)$/u };

interface Window {
  readonly words: readonly Word[];
  /** Likelihood of noun phrase boundaries, 0 to 1, from adjacent articles and prepositions. */
  readonly fit: number;
}

/** Candidate topics of a run: they begin and end with content words. */
function* windowsOf(run: readonly Word[], sentence: string, language: string): Generator<Window> {
  const joins = new Set(JOINS[language]?.split(" "));
  for (let from = 0; from < run.length; from++) {
    if (run[from]!.isEmpty) continue;
    const begins = from === 0 || run[from - 1]!.isEmpty ? 1 : 0.4;
    let empty = 0;
    for (let to = from + 1; to < Math.min(run.length, from + MAX_WORDS); to++) {
      const word = run[to]!;
      empty = word.isEmpty ? empty + 1 : 0;
      if (empty > MAX_JOINING_WORDS || (word.isEmpty && !joins.has(word.text))) break;
      if (empty > 0) continue;
      const ends = to === run.length - 1 || run[to + 1]!.isEmpty ? 1 : 0.6;
      const isVerbal = VERBAL[language]?.test(sentence.slice(word.start, word.end)) === true;
      yield { words: run.slice(from, to + 1), fit: begins * ends * (isVerbal ? 0.2 : 1) };
    }
  }
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
/** Particles that a topic does not end with. */
const PARTICLE: Readonly<Record<string, RegExp>> = {
  ko: /(?<=\p{L}{2})(?:은|는|이|가|을|를|의|에|에서|으로|로|와|과|도)$/u,
};

export interface TopicSource {
  readonly language: string;
  /** Title of the episode, which a chapter should not repeat. */
  readonly title: string;
  /** Sentences of the chapter. */
  readonly sentences: readonly string[];
  /** Word weights of the sentences, in the same order. */
  readonly weights: readonly Weights[];
  /** The whole text in lowercase: repeated phrases are more likely topics. */
  readonly whole: string;
  /** Topics of other chapters. */
  readonly taken: ReadonlySet<string>;
}

/**
 * The topic of a chapter: the phrase of two to five words with the highest weight, or a single word
 * if there is no phrase. Weights are summed as in RAKE (S. Rose et al., "Automatic Keyword
 * Extraction from Individual Documents", 2010).
 */
export function findTopic({
  language,
  title,
  sentences,
  weights,
  whole,
  taken,
}: TopicSource): string {
  const segmenter = new Intl.Segmenter(language, { granularity: "word" });
  const inTitle = new Set(
    runsOf(title, language, segmenter)
      .flat()
      .map(({ text }) => text),
  );
  const sums = new Map<string, number>();
  for (const each of weights)
    for (const [word, weight] of each)
      if (word.length > 1 && !/\d/u.test(word) && !isFunctionWord(word, language))
        sums.set(
          word,
          (sums.get(word) ?? 0) +
            weight *
              Math.min(2, 0.4 + word.length / 6) *
              (inTitle.has(word) ? REPETITION_WEIGHT : 1),
        );
  const found = new Map<string, { readonly text: string; score: number }>();
  for (const sentence of sentences)
    for (const run of runsOf(sentence, language, segmenter))
      for (const { words, fit } of windowsOf(run, sentence, language)) {
        const named = words.filter(({ isEmpty }) => !isEmpty);
        if (named.some(({ text }) => !sums.has(text))) continue;
        const score = named.reduce((sum, { text }) => sum + sums.get(text)!, 0);
        const text = sentence
          .slice(words[0]!.start, words.at(-1)!.end)
          .replace(PARTICLE[language] ?? /$^/, "");
        const key = text.toLocaleLowerCase();
        if (found.has(key)) continue;
        const again = Math.min(3, whole.split(key).length - 2);
        found.set(key, {
          text,
          score: (score / (0.7 + 0.3 * words.length)) * (again > 0 ? 1 + again : fit),
        });
      }
  const phrases = [...found.values()]
    .toSorted((a, b) => b.score - a.score)
    .map(({ text }) => capitalized(text));
  const free = phrases.find((phrase) => !taken.has(phrase));
  if (free !== undefined) return free;
  const [word = ""] = [...sums].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return capitalized(word);
}
