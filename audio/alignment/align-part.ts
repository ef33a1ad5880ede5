import { spokenCode } from "../speech/languages.ts";
import type { SpeechVoice } from "../speech/speech.ts";
import { splitWords } from "../speech/split-words.ts";
import type { ConfidenceSpan } from "../nets/studio/confidence-spans.ts";
import type { TranscriptLine, TranscriptWord } from "#core/transcript/transcript.ts";
import { retimeLine } from "#core/transcript/retime-line.ts";
import { type AlignReading, timeLines } from "./time-lines.ts";

/** A part of a transcript as an engine returns it. */
export interface TranscriptPart {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it is final; otherwise a later version replaces it. */
  readonly finished: boolean;
  readonly confidence?: number;
  readonly spans?: readonly ConfidenceSpan[];
  /** Times of its words, if the engine returns them. */
  readonly words?: readonly TranscriptWord[];
}

/** Dependencies of word alignment. */
export interface TimeDeps {
  /** Aligns with the recording of the part. */
  readonly align: AlignReading;
  /** Null if there is no voice: then the time of a part is divided among its words. */
  readonly voice: Pick<SpeechVoice, "speak"> | null;
  /** An `AbortSignal`. */
  readonly signal: { throwIfAborted(): void };
}

/** Tolerance around a part for the times of its words, in seconds. */
const MARGIN = 0.15;

/** A part as lines, one per sentence, with a time for each word. */
export async function alignPart(
  part: TranscriptPart,
  language: string,
  { align, voice, signal }: TimeDeps,
): Promise<TranscriptLine[]> {
  const { start: from, text: rawText, end: to } = part;
  const text = rawText.trim();
  const empty: TranscriptLine = { text, from, to, words: [], speaker: null };
  const even = retimeLine(empty, text, splitWords(text));
  const code = spokenCode(language);
  let line = part.words ? { ...empty, words: part.words } : even;
  if (!part.words && voice && code !== null && even.words.length > 0) {
    const around = [Math.max(0, from - MARGIN), to + MARGIN] as const;
    // Pauses are between sentences rather than within them.
    const sentences = sentencesOf(even, language);
    const { lines } = await timeLines(sentences, {
      voice,
      align,
      language: code,
      part: around,
      signal,
      onProgress: () => {},
    });
    const words = wordsOfText(text, lines);
    if (words.length > 0) line = { ...empty, words };
  }
  const lead = rawText.length - rawText.trimStart().length;
  const words = line.words.map((word) => ({ ...word, ...sureOf(word, part, lead) }));
  return sentencesOf({ ...line, words }, language);
}

/** Words of consecutive sentences, with their offsets in the text that contains these. */
function wordsOfText(
  text: string,
  sentences: readonly Pick<TranscriptLine, "text" | "words">[],
): TranscriptWord[] {
  let end = 0;
  return sentences.flatMap((sentence) => {
    const offset = text.indexOf(sentence.text, end);
    end = offset + sentence.text.length;
    return sentence.words.map((word) => ({
      ...word,
      start: word.start + offset,
      end: word.end + offset,
    }));
  });
}

/** Confidence of a word: the minimum of its ranges. */
function sureOf(
  { start, end, confidence: own }: TranscriptWord,
  { spans, confidence }: TranscriptPart,
  lead: number,
): { readonly confidence?: number } {
  if (own !== undefined) return { confidence: own };
  const sure = (spans ?? [])
    .filter((span) => span.start - lead < end && span.end - lead > start)
    .map((span) => span.confidence);
  if (sure.length > 0) return { confidence: Math.min(...sure) };
  return confidence === undefined ? {} : { confidence };
}

/** Minimum length of a sentence that becomes a line of its own, in characters. */
const SHORT = 12;

/** A line for each sentence. */
export function sentencesOf(line: TranscriptLine, language: string): TranscriptLine[] {
  if (line.words.length === 0) return line.text === "" ? [] : [line];
  let locale: string | undefined;
  try {
    [locale] = Intl.getCanonicalLocales(language || "en");
  } catch {
    // Provided by the segmenter.
  }
  const segmenter = new Intl.Segmenter(locale, { granularity: "sentence" });
  const begins: number[] = [];
  for (const { index } of segmenter.segment(line.text)) {
    const first = line.words.findIndex(({ start }) => start >= index);
    const before = begins.at(-1);
    if (first < 0 || first === before) continue;
    if (before === undefined || index - line.words[before]!.start >= SHORT) begins.push(first);
  }
  return begins.map((first, at) => {
    const words = line.words.slice(first, begins[at + 1]);
    const start = words[0]!.start;
    const end = line.words[begins[at + 1] ?? Infinity]?.start ?? line.text.length;
    return {
      ...line,
      text: line.text.slice(start, end).trimEnd(),
      from: words[0]!.from,
      to: words.at(-1)!.to,
      words: words.map((word) => ({ ...word, start: word.start - start, end: word.end - start })),
    };
  });
}
