import type { Phrases } from "./phrase-set.ts";
import { PHRASES } from "./phrases.ts";
import { likeness, rankSentences, type Weights, weigh } from "./rank-sentences.ts";
import { type Host, type Script, type ScriptLine, type Tone, secondsOf } from "./script.ts";
import { topicOf } from "./topic.ts";

/** A sentence of the source. */
export interface SourceSentence {
  readonly text: string;
  /** Index of its paragraph. */
  readonly paragraph: number;
}

export interface ScriptWish {
  readonly title: string;
  /** Code of a locale that has phrases. */
  readonly language: string;
  readonly sentences: readonly SourceSentence[];
  /** How long it is to be, about. */
  readonly minutes: number;
  readonly tone: Tone;
}

/** Characters of what can be quoted: less is no sentence, more is none for ears. */
const QUOTED = { least: 18, most: 320 } as const;
/** Sentences that are as alike as this say the same. */
const SAME = 0.55;
/** Share of an episode that is quoted. */
const SHARE = 0.68;
/** Quotations of a chapter, about, and chapters of an episode at most. */
const CHAPTER = { quotes: 5, most: 8 } as const;

/** Which sentences are worth hearing, in their order. */
function choose(
  { sentences, language, minutes }: ScriptWish,
  weights: readonly Weights[],
  ranks: Float64Array,
): number[] {
  const budget = 60 * minutes * SHARE;
  const order = sentences
    .map((_, at) => at)
    .filter((at) => {
      const { length } = sentences[at]!.text;
      const least =
        language === "zh" || language === "zh-tw" || language === "ja" ? 8 : QUOTED.least;
      return length >= least && length <= QUOTED.most;
    })
    .toSorted((a, b) => ranks[b]! - ranks[a]! || a - b);
  const chosen: number[] = [];
  let seconds = 0;
  for (const at of order) {
    if (chosen.some((other) => likeness(weights[at]!, weights[other]!) > SAME)) continue;
    const length = secondsOf(sentences[at]!.text, language);
    if (chosen.length > 0 && seconds + length > budget) continue;
    chosen.push(at);
    seconds += length;
  }
  return chosen.toSorted((a, b) => a - b);
}

/** Divides what was chosen into chapters, where paragraphs end. */
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

/** Takes one after the other, from the first again. */
const cycle = <T>(values: readonly T[]): (() => T) => {
  let at = 0;
  return () => values[at++ % values.length]!;
};

/**
 * Makes a conversation of a text: its most central sentences, in their order and in its words, are
 * given to two hosts who ask, lead and close. It invents nothing and explains nothing.
 * @throws {RangeError} where the language has no phrases
 */
export function writeScript(wish: ScriptWish): Script {
  const { title, language, sentences, tone } = wish;
  const phrases: Phrases | undefined = PHRASES[language];
  if (!phrases) throw new RangeError(`No phrases for “${language}”`);
  const weights = weigh(
    sentences.map(({ text }) => text),
    language,
  );
  const ranks = rankSentences(weights);
  const chosen = choose(wish, weights, ranks);
  const lines: ScriptLine[] = [];
  const say = (
    host: Host,
    text: string,
    { source = null, chapter = null }: Partial<Pick<ScriptLine, "source" | "chapter">> = {},
  ): void => {
    const put = text.replaceAll("{title}", () => title);
    lines.push({ id: String(lines.length + 1), host, text: put, source, chapter });
  };
  const ask = cycle(phrases.ask);
  const lead = cycle(phrases.lead);
  const react = cycle(phrases.react);
  say(0, phrases.greet, { chapter: phrases.opening });
  say(1, phrases.answer);
  let best = chosen[0] ?? 0;
  for (const at of chosen) if (ranks[at]! > ranks[best]!) best = at;
  const chapters = chaptersOf(chosen, sentences);
  const topics = new Set<string>();
  const whole = sentences.map(({ text }) => text.toLocaleLowerCase()).join("\n");
  for (const [index, chapter] of chapters.entries()) {
    const topic = topicOf({
      language,
      title,
      sentences: chapter.map((at) => sentences[at]!.text),
      weights: chapter.map((at) => weights[at]!),
      whole,
      taken: topics,
    });
    topics.add(topic);
    if (chapters.length > 1)
      say(
        1,
        phrases.part.replace("{topic}", () => topic),
        { chapter: topic },
      );
    else if (index === 0) say(1, phrases.ask[0]!);
    for (const [place, at] of chapter.entries()) {
      // The one who leads quotes, and the other now and then, when there is nothing to ask.
      const isOther = tone === "chatty" && place % 3 === 2;
      const { text } = sentences[at]!;
      say(isOther ? 1 : 0, place % 2 === 0 ? `${lead()} ${text}` : text, { source: at });
      const isLast = place === chapter.length - 1;
      if (isLast) continue;
      if (tone === "chatty" && !isOther) say(1, place % 2 === 0 ? react() : ask());
      else if (tone === "plain" && place % 2 === 1) say(1, ask());
    }
  }
  if (chosen.length > 2)
    say(0, `${phrases.close} ${sentences[best]!.text}`, { source: best, chapter: phrases.ending });
  say(chosen.length > 2 ? 1 : 0, phrases.bye);
  return { title, language, lines };
}
