import type { WhisperForm } from "#core/models/forms.ts";
import { createLogMel, HOP } from "./log-mel.ts";
import { type SpeechSessions, createMergedDecoder, encode, pickToken } from "./merged-decoder.ts";
import { suppressTokens, countRepeatedTokens, TIME_STEP } from "./whisper-rules.ts";
import { type ConfidenceSpan, confidenceSpans } from "./confidence-spans.ts";
import type { WhisperVocabulary } from "./whisper-tokens.ts";

/** Input length of the network in seconds; shorter sounds are padded with silence. */
const WINDOW_SECONDS = 30;
/** Maximum tokens per window: half of the context (`sample_len` of openai/whisper). */
const MAX_TOKENS = 224;
/** Maximum tokens of names and terms: what the context of 448 tokens leaves. */
const MAX_TERM_TOKENS = 219;
/** Characters of names and terms that are encoded; more exceed the tokens in any language. */
const MAX_TERM_LENGTH = 2000;
/**
 * A window is silent if the network predicts no speech and has low confidence in the text
 * (`no_speech_threshold`, `logprob_threshold`).
 */
const NO_SPEECH_THRESHOLD = 0.6;
const LOG_PROBABILITY_THRESHOLD = -1;

/** A segment of the transcript between two timestamps. */
export interface WhisperSegment {
  /** Seconds from the beginning of the samples. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Geometric mean of the token probabilities, 0 to 1. */
  readonly confidence: number;
  /** Confidence of ranges of the text. */
  readonly spans: readonly ConfidenceSpan[];
  /** Whether the segment is final. */
  readonly finished: boolean;
  /** ISO 639 code of the spoken language. */
  readonly language: string;
}

export interface WhisperOptions {
  /** ISO 639 code from the vocabulary; detected by default. */
  readonly language?: string | undefined;
  /**
   * Names and terms that may be spoken, as they are to be spelled (`initial_prompt` of
   * openai/whisper); of a long text, the end counts.
   */
  readonly terms?: string | undefined;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}

/** The tokens of names and terms, as text that precedes the window; none if there are none. */
export function termTokens(
  terms: string,
  { previous, encode: encodeText }: Pick<WhisperVocabulary, "previous" | "encode">,
): readonly number[] {
  const text = terms.slice(-MAX_TERM_LENGTH).trim();
  if (previous === null || text === "") return [];
  return [previous, ...encodeText(` ${text}`).slice(-MAX_TERM_TOKENS)];
}

const spectrograms = new Map<number, ReturnType<typeof createLogMel>>();

/** Probability of a token, 0 to 1. */
function probabilityOf(logits: Float32Array, token: number): number {
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[token]!);
  return 1 / sum;
}

/** The most likely language after the start token. */
function findLanguage(logits: Float32Array, languages: WhisperVocabulary["languages"]): string {
  let best = "";
  for (const [code, token] of languages)
    if (best === "" || logits[token]! > logits[languages.get(best)!]!) best = code;
  return best;
}

interface Token {
  readonly id: number;
  readonly logProbability: number;
}

const meanOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { logProbability }) => sum + logProbability, 0) / Math.max(1, tokens.length);

/**
 * Splits tokens at timestamps. @param seconds duration of the sound @param isOver whether decoding
 * has ended
 */
function segmentsOf(
  tokens: readonly Token[],
  { firstTime, decode }: Pick<WhisperVocabulary, "firstTime" | "decode">,
  { seconds, isOver, language }: { seconds: number; isOver: boolean; language: string },
): WhisperSegment[] {
  const parts: WhisperSegment[] = [];
  let start = 0;
  let words: Token[] = [];
  const add = (end: number, finished: boolean): void => {
    const segmentText = decode(words.map(({ id }) => id));
    const text = segmentText.trim();
    const spans = confidenceSpans(
      decode,
      words,
      segmentText.length - segmentText.trimStart().length,
    );
    const times = { start: Math.min(start, seconds), end: Math.min(end, seconds) };
    if (text !== "")
      parts.push({
        ...times,
        text,
        confidence: Math.exp(meanOf(words)),
        spans,
        finished,
        language,
      });
    words = [];
  };
  for (const token of tokens) {
    if (token.id < firstTime) {
      words.push(token);
      continue;
    }
    const time = (token.id - firstTime) * TIME_STEP;
    add(time, true);
    start = time;
  }
  add(seconds, isOver);
  return parts;
}

/**
 * Transcribes up to 30 s of multilingual speech with timestamps: greedy decoding with Whisper's
 * rules. Yields nothing if the network detects no speech.
 * @param samples mono at 16 kHz
 * @yields the segments so far, after each token; the last one is not final until the end
 * @throws {TypeError} if the output tensors do not match the form
 */
export async function* transcribeWhisper(
  { encoder, decoder }: SpeechSessions,
  form: WhisperForm,
  { vocabulary, samples }: { vocabulary: WhisperVocabulary; samples: Float32Array },
  { language: requestedLanguage, terms = "", signal }: WhisperOptions = {},
): AsyncGenerator<readonly WhisperSegment[], void, undefined> {
  const frames = (WINDOW_SECONDS * form.sampleRate) / HOP;
  let spectrogram = spectrograms.get(form.mels);
  if (!spectrogram) spectrograms.set(form.mels, (spectrogram = createLogMel(form.mels)));
  const features = { data: spectrogram(samples, frames), dims: [1, form.mels, frames] };
  const hidden = await encode(encoder, "input_features", features);
  signal?.throwIfAborted();
  const { start, end, transcribe, noSpeech, languages, firstTime } = vocabulary;
  const [begun] = await createMergedDecoder(decoder, form, hidden).feed([start]);
  const language =
    requestedLanguage !== undefined && languages.has(requestedLanguage)
      ? requestedLanguage
      : findLanguage(begun!, languages);
  const silence = probabilityOf(begun!, noSpeech);
  const steps = createMergedDecoder(decoder, form, hidden);
  const tokens: Token[] = [];
  const seconds = samples.length / form.sampleRate;
  let fed: readonly number[] = [
    ...termTokens(terms, vocabulary),
    start,
    languages.get(language)!,
    transcribe,
  ];
  for (let isOver = false; !isOver;) {
    signal?.throwIfAborted();
    const logits = Float32Array.from((await steps.feed(fed)).at(-1)!);
    suppressTokens(
      logits,
      tokens.map(({ id }) => id),
      vocabulary,
    );
    const [id, logProbability] = pickToken(logits);
    if (id !== end) tokens.push({ id, logProbability });
    const words = tokens.filter((token) => token.id < firstTime);
    const tooMany = countRepeatedTokens(words.map((token) => token.id));
    if (tooMany > 0) cutWords(tokens, tooMany, firstTime);
    isOver = id === end || tokens.length === MAX_TOKENS || tooMany > 0;
    fed = [id];
    if (isOver && silence > NO_SPEECH_THRESHOLD && meanOf(words) < LOG_PROBABILITY_THRESHOLD)
      return;
    yield segmentsOf(tokens, vocabulary, { seconds, isOver, language });
  }
}

/** Removes `count` words from the end, with the timestamps between them. */
function cutWords(tokens: Token[], count: number, firstTime: number): void {
  for (let left = count; left > 0;) if (tokens.pop()!.id < firstTime) left--;
}
