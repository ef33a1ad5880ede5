import type { Phrases } from "./phrase-set.ts";
import { SCRIPT_PHRASES } from "./phrases.ts";
import { similarity, rankSentences, type Weights, weigh } from "./rank-sentences.ts";
import { type Host, type Script, type ScriptLine, type Tone, estimateSeconds } from "./script.ts";
import { findTopic } from "./topic.ts";

/** A sentence of the source. */
export interface SourceSentence {
  readonly text: string;
  /** Index of its paragraph. */
  readonly paragraph: number;
}

export interface ScriptRequest {
  readonly title: string;
  /** Locale code of a language with phrases. */
  readonly language: string;
  readonly sentences: readonly SourceSentence[];
  /** Approximate duration. */
  readonly minutes: number;
  readonly tone: Tone;
}

/**
 * Length limits of quotations in characters: shorter ones are not sentences, longer ones are hard
 * to follow.
 */
const QUOTE_LENGTH = { least: 18, most: 320 } as const;
/** Similarity above which sentences say the same. */
const MAX_SIMILARITY = 0.55;
/** Fraction of an episode that is quoted. */
const QUOTED_RATIO = 0.68;
/** Approximate quotations per chapter, and maximum chapters per episode. */
const CHAPTER = { quotes: 5, most: 8 } as const;

/** Selects the sentences to quote, in order. */
function choose(
  { sentences, language, minutes }: ScriptRequest,
  weights: readonly Weights[],
  ranks: Float64Array,
): number[] {
  const budget = 60 * minutes * QUOTED_RATIO;
  const order = sentences
    .map((_, at) => at)
    .filter((at) => {
      const { length } = sentences[at]!.text;
      const minimum =
        language === "zh" || language === "zh-tw" || language === "ja" ? 8 : QUOTE_LENGTH.least;
      return length >= minimum && length <= QUOTE_LENGTH.most;
    })
    .toSorted((a, b) => ranks[b]! - ranks[a]! || a - b);
  const chosen: number[] = [];
  let seconds = 0;
  for (const at of order) {
    if (chosen.some((other) => similarity(weights[at]!, weights[other]!) > MAX_SIMILARITY))
      continue;
    const length = estimateSeconds(sentences[at]!.text, language);
    if (chosen.length > 0 && seconds + length > budget) continue;
    chosen.push(at);
    seconds += length;
  }
  return chosen.toSorted((a, b) => a - b);
}

/** Divides the selection into chapters at paragraph ends. */
function chaptersOf(chosen: readonly number[], sentences: readonly SourceSentence[]): number[][] {
  const count = Math.min(CHAPTER.most, Math.max(1, Math.round(chosen.length / CHAPTER.quotes)));
  const size = chosen.length / count;
  const chapters: number[][] = [[]];
  for (const [index, at] of chosen.entries()) {
    const last = chapters.at(-1)!;
    const isNext =
      index > 0 && sentences[at]!.paragraph !== sentences[chosen[index - 1]!]!.paragraph;
    if (
      chapters.length < count &&
      (last.length >= 1.5 * size || (last.length >= 0.75 * size && isNext))
    )
      chapters.push([at]);
    else last.push(at);
  }
  return chapters.filter((chapter) => chapter.length > 0);
}

/** Cycles through values. */
const cycle = <T>(values: readonly T[]): (() => T) => {
  let at = 0;
  return () => values[at++ % values.length]!;
};

/**
 * Writes a conversation about a text: its most central sentences are quoted verbatim, in order, by
 * two hosts who ask, introduce and conclude. Nothing is invented or explained.
 * @throws {RangeError} if the language has no phrases
 */
export function writeScript(request: ScriptRequest): Script {
  const { title, language, sentences, tone } = request;
  const phrases: Phrases | undefined = SCRIPT_PHRASES[language];
  if (!phrases) throw new RangeError(`No phrases for “${language}”`);
  const weights = weigh(
    sentences.map(({ text }) => text),
    language,
  );
  const ranks = rankSentences(weights);
  const chosen = choose(request, weights, ranks);
  const lines: ScriptLine[] = [];
  const addLine = (
    host: Host,
    text: string,
    { source = null, chapter = null }: Partial<Pick<ScriptLine, "source" | "chapter">> = {},
  ): void => {
    const put = text.replaceAll("{title}", () => title);
    lines.push({ id: String(lines.length + 1), host, text: put, source, chapter });
  };
  const nextQuestion = cycle(phrases.ask);
  const lead = cycle(phrases.lead);
  const react = cycle(phrases.react);
  addLine(0, phrases.greet, { chapter: phrases.opening });
  addLine(1, phrases.answer);
  let best = chosen[0] ?? 0;
  for (const at of chosen) if (ranks[at]! > ranks[best]!) best = at;
  const chapters = chaptersOf(chosen, sentences);
  const topics = new Set<string>();
  const whole = sentences.map(({ text }) => text.toLocaleLowerCase()).join("\n");
  for (const [index, chapter] of chapters.entries()) {
    const topic = findTopic({
      language,
      title,
      sentences: chapter.map((at) => sentences[at]!.text),
      weights: chapter.map((at) => weights[at]!),
      whole,
      taken: topics,
    });
    topics.add(topic);
    if (chapters.length > 1)
      addLine(
        1,
        phrases.part.replace("{topic}", () => topic),
        { chapter: topic },
      );
    else if (index === 0) addLine(1, phrases.ask[0]!);
    for (const [quoteIndex, at] of chapter.entries()) {
      // The leading host quotes; the other one does so occasionally instead of asking.
      const isOther = tone === "chatty" && quoteIndex % 3 === 2;
      const { text } = sentences[at]!;
      addLine(isOther ? 1 : 0, quoteIndex % 2 === 0 ? `${lead()} ${text}` : text, { source: at });
      const isLast = quoteIndex === chapter.length - 1;
      if (isLast) continue;
      if (tone === "chatty" && !isOther)
        addLine(1, quoteIndex % 2 === 0 ? react() : nextQuestion());
      else if (tone === "plain" && quoteIndex % 2 === 1) addLine(1, nextQuestion());
    }
  }
  if (chosen.length > 2)
    addLine(0, `${phrases.close} ${sentences[best]!.text}`, {
      source: best,
      chapter: phrases.ending,
    });
  addLine(chosen.length > 2 ? 1 : 0, phrases.bye);
  return { title, language, lines };
}
