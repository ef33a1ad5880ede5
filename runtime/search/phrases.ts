import type { SearchTool } from "#core/tools/search.ts";
import { type Weight, type Run, runOf } from "./match-run.ts";
import type { Word } from "./match-word.ts";
import { stemOf } from "./stems.ts";
import { stopwordsOf } from "./stopwords.ts";
import { pairsOf, type Terms, termsOf } from "./terms.ts";

/** What a word is worth by the field in which it is found. */
const WEIGHTS = { name: 10, keyword: 9, tagline: 3, description: 2, topic: 1 } as const;
/** From this weight on a field says what a tool is; the others say what else there is to it. */
export const NAMES_IT = WEIGHTS.keyword;

/** A text of a tool: its name, a keyword, a sentence. */
export interface Phrase {
  /** Place of its tool. */
  readonly tool: number;
  readonly weight: number;
  /** Places of its words in the vocabulary. */
  readonly words: readonly number[];
  /** How many of them are no stopwords; all where each is one. */
  readonly size: number;
  readonly run: Run;
  /** Two phrases with the same key say the same. */
  readonly key: string;
}

export interface KnownWord extends Word {
  /** Whether a name or a keyword has it. */
  named: boolean;
}

/** All that a search compares with what was typed. */
export interface Index {
  /** BCP 47 */
  readonly language: string;
  readonly tools: readonly SearchTool[];
  readonly phrases: readonly Phrase[];
  readonly vocabulary: readonly KnownWord[];
  readonly places: ReadonlyMap<string, number>;
  readonly pieceWeight: Weight;
}

/** What a word tells that so many of the tools have. */
export const rarity = (having: number, tools: number): number =>
  Math.log(1 + tools / (having + 0.5));

/** Stems of the words in their order, without stopwords, and the run. */
export const keyOf = ({ words, runs }: Terms, language: string): string => {
  const stopwords = stopwordsOf(language);
  const stems = words.filter((word) => !stopwords.has(word)).map((word) => stemOf(word, language));
  return [...stems, ...runs].join(" ");
};

/** @param language BCP 47 */
export function indexTools(tools: readonly SearchTool[], language: string): Index {
  const stopwords = stopwordsOf(language);
  const vocabulary: KnownWord[] = [];
  const places = new Map<string, number>();
  const phrases: Phrase[] = [];
  const placeOf = (text: string, named: boolean): number => {
    let at = places.get(text);
    if (at === undefined) {
      places.set(text, (at = vocabulary.length));
      vocabulary.push({ text, stem: stemOf(text, language), named });
    }
    vocabulary[at]!.named ||= named;
    return at;
  };
  const add = (tool: number, text: string, weight: number): void => {
    const terms = termsOf(text, language);
    const telling = terms.words.filter((word) => !stopwords.has(word)).length;
    phrases.push({
      tool,
      weight,
      words: terms.words.map((word) => placeOf(word, weight >= NAMES_IT)),
      size: telling || terms.words.length,
      run: runOf(terms.runs[0] ?? ""),
      key: keyOf(terms, language),
    });
  };
  tools.forEach((tool, at) => {
    add(at, tool.name, WEIGHTS.name);
    for (const keyword of tool.keywords) add(at, keyword, WEIGHTS.keyword);
    add(at, tool.tagline, WEIGHTS.tagline);
    add(at, tool.description, WEIGHTS.description);
    for (const topic of tool.topics) add(at, topic, WEIGHTS.topic);
  });
  const pieceWeight = weightsOf(phrases, tools.length);
  return { language, tools, phrases, vocabulary, places, pieceWeight };
}

function weightsOf(phrases: readonly Phrase[], tools: number): Weight {
  const having = new Map<string, Set<number>>();
  for (const { run, tool, weight } of phrases)
    if (weight >= NAMES_IT)
      for (const piece of [...Array.from(run.letters), ...pairsOf(run.letters)]) {
        const known = having.get(piece);
        if (known) known.add(tool);
        else having.set(piece, new Set([tool]));
      }
  // A pair that nothing has is most often of an ending, or spans two words.
  const unknown = rarity(tools / 4, tools);
  return (pair) => {
    const count = having.get(pair)?.size;
    return count === undefined ? unknown : rarity(count, tools);
  };
}
