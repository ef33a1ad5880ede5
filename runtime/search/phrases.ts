import type { SearchTool } from "#core/search/search-data.ts";
import { type Weight, type Run, runOf } from "./match-run.ts";
import type { Word } from "./match-word.ts";
import { stemOf } from "#core/search/stems.ts";
import { stopwordsOf } from "./stopwords.ts";
import { pairsOf, type Terms, termsOf } from "#core/search/terms.ts";

/** Weight of a word by the field that contains it. */
const WEIGHTS = { name: 10, keyword: 9, tagline: 3, description: 2, topic: 1 } as const;
/** Minimum weight of fields that define a tool; the other fields only describe it. */
export const NAMES_IT = WEIGHTS.keyword;

/** A text of a tool: the name, a keyword, or a sentence. */
export interface Phrase {
  /** Index of the tool. */
  readonly tool: number;
  readonly weight: number;
  /** Indexes of the words in the vocabulary. */
  readonly words: readonly number[];
  /** Number of words that are not stopwords; if all are stopwords, the number of words. */
  readonly size: number;
  readonly run: Run;
  /** Phrases with the same key have the same meaning. */
  readonly key: string;
}

export interface KnownWord extends Word {
  /** Whether a name or a keyword contains the word. */
  named: boolean;
}

/** Search index over the texts of tools. */
export interface Index {
  /** BCP 47 */
  readonly language: string;
  readonly tools: SearchTool[];
  readonly phrases: Phrase[];
  readonly vocabulary: KnownWord[];
  /** Indexes in the vocabulary, by word. */
  readonly indexes: Map<string, number>;
  /** Tools that a letter or a pair of letters names. */
  readonly namedBy: Map<string, Set<number>>;
  readonly unitWeight: Weight;
}

/** Weight of a word by the number of tools that contain it (inverse document frequency). */
export const rarity = (having: number, tools: number): number =>
  Math.log(1 + tools / (having + 0.5));

/** Stems of the words in order, without stopwords, followed by the runs. */
export const keyOf = ({ words, runs }: Terms, language: string): string => {
  const stopwords = stopwordsOf(language);
  const stems = words.filter((word) => !stopwords.has(word)).map((word) => stemOf(word, language));
  return [...stems, ...runs].join(" ");
};

/** @param language BCP 47 */
export function createIndex(language: string): Index {
  const tools: SearchTool[] = [];
  const namedBy = new Map<string, Set<number>>();
  return {
    language,
    tools,
    phrases: [],
    vocabulary: [],
    indexes: new Map(),
    namedBy,
    unitWeight: (pair) => {
      const count = namedBy.get(pair)?.size;
      // A pair that no tool contains is usually part of an ending, or spans two words.
      return rarity(count ?? tools.length / 4, tools.length);
    },
  };
}

export function addTools(index: Index, tools: readonly SearchTool[]): void {
  const { language, vocabulary, indexes, phrases } = index;
  const stopwords = stopwordsOf(language);
  const indexOfText = (text: string, named: boolean): number => {
    let at = indexes.get(text);
    if (at === undefined) {
      indexes.set(text, (at = vocabulary.length));
      vocabulary.push({ text, stem: stemOf(text, language), named });
    }
    vocabulary[at]!.named ||= named;
    return at;
  };
  const add = (tool: number, text: string, weight: number): void => {
    const terms = termsOf(text, language);
    const significant = terms.words.filter((word) => !stopwords.has(word)).length;
    const phrase: Phrase = {
      tool,
      weight,
      words: terms.words.map((word) => indexOfText(word, weight >= NAMES_IT)),
      size: significant || terms.words.length,
      run: runOf(terms.runs[0] ?? ""),
      key: keyOf(terms, language),
    };
    phrases.push(phrase);
    if (weight >= NAMES_IT) countUnits(index.namedBy, phrase);
  };
  for (const tool of tools) {
    const at = index.tools.push(tool) - 1;
    add(at, tool.name, WEIGHTS.name);
    for (const keyword of tool.keywords) add(at, keyword, WEIGHTS.keyword);
    add(at, tool.tagline, WEIGHTS.tagline);
    add(at, tool.description, WEIGHTS.description);
    for (const topic of tool.topics) add(at, topic, WEIGHTS.topic);
  }
}

function countUnits(namedBy: Map<string, Set<number>>, { run, tool }: Phrase): void {
  for (const unit of [...Array.from(run.letters), ...pairsOf(run.letters)]) {
    const known = namedBy.get(unit);
    if (known) known.add(tool);
    else namedBy.set(unit, new Set([tool]));
  }
}
