import type { WhisperForm } from "#core/models/forms.ts";
import { createLogMel, HOP } from "./log-mel.ts";
import { type SpeechSessions, createMergedDecoder, hear, pickToken } from "./merged-decoder.ts";
import { applyRules, countLoop, TIME_STEP } from "./whisper-rules.ts";
import { type SureSpan, sureSpans } from "./sure-spans.ts";
import type { WhisperVocabulary } from "./whisper-tokens.ts";

/** s that the net hears at once; what is shorter is followed by silence. */
const WINDOW = 30;
/** Tokens that it writes of a window: half of what it can hold (`sample_len` of openai/whisper). */
const MOST = 224;
/** Nobody speaks where the net says so, and is not sure of what it writes (`no_speech_threshold`, `logprob_threshold`). */
const SILENT = 0.6;
const UNSURE = -1;

/** A part of what is said, between two times that the net has written. */
export interface WhisperPart {
  /** s from the beginning of the samples. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The geometric mean of the probabilities of its tokens, 0 to 1. */
  readonly confidence: number;
  /** How sure the net is of each stretch of the text. */
  readonly spans: readonly SureSpan[];
  /** It stays as it is. */
  readonly finished: boolean;
  /** ISO 639 code of what is spoken. */
  readonly language: string;
}

export interface WhisperOptions {
  /** ISO 639 code, as the vocabulary has it; what is spoken is found out where it is missing. */
  readonly language?: string | undefined;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}

const spectrograms = new Map<number, ReturnType<typeof createLogMel>>();

/** Share of one token among all, 0 to 1. */
function shareOf(logits: Float32Array, token: number): number {
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[token]!);
  return 1 / sum;
}

/** The likeliest language after the token that starts a transcript. */
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

/** Words between times, as parts. @param seconds of the sound @param isOver nothing comes any more */
function partsOf(
  tokens: readonly Token[],
  { firstTime, decode }: Pick<WhisperVocabulary, "firstTime" | "decode">,
  { seconds, isOver, language }: { seconds: number; isOver: boolean; language: string },
): WhisperPart[] {
  const parts: WhisperPart[] = [];
  let start = 0;
  let words: Token[] = [];
  const add = (end: number, finished: boolean): void => {
    const said = decode(words.map(({ id }) => id));
    const text = said.trim();
    const spans = sureSpans(decode, words, said.length - said.trimStart().length);
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
 * Writes down up to 30 s of speech in one of many languages, with times: greedy, by the rules of
 * Whisper's own decoding. A sound of which the net says that nobody speaks gives nothing.
 * @param samples one channel of 16 kHz
 * @yields the parts so far, again with each token; the last is not finished until the end
 * @throws {TypeError} where the net gives other tensors than its form says
 */
export async function* writeWhisper(
  { encoder, decoder }: SpeechSessions,
  form: WhisperForm,
  { vocabulary, samples }: { vocabulary: WhisperVocabulary; samples: Float32Array },
  { language: wanted, signal }: WhisperOptions = {},
): AsyncGenerator<readonly WhisperPart[], void, undefined> {
  const frames = (WINDOW * form.sampleRate) / HOP;
  let spectrogram = spectrograms.get(form.mels);
  if (!spectrogram) spectrograms.set(form.mels, (spectrogram = createLogMel(form.mels)));
  const features = { data: spectrogram(samples, frames), dims: [1, form.mels, frames] };
  const hidden = await hear(encoder, "input_features", features);
  signal?.throwIfAborted();
  const { start, end, transcribe, noSpeech, languages, firstTime } = vocabulary;
  const [begun] = await createMergedDecoder(decoder, form, hidden).feed([start]);
  const language =
    wanted !== undefined && languages.has(wanted) ? wanted : findLanguage(begun!, languages);
  const silence = shareOf(begun!, noSpeech);
  const steps = createMergedDecoder(decoder, form, hidden);
  const tokens: Token[] = [];
  const seconds = samples.length / form.sampleRate;
  let fed: readonly number[] = [start, languages.get(language)!, transcribe];
  for (let isOver = false; !isOver;) {
    signal?.throwIfAborted();
    const logits = Float32Array.from((await steps.feed(fed)).at(-1)!);
    applyRules(
      logits,
      tokens.map(({ id }) => id),
      vocabulary,
    );
    const [id, logProbability] = pickToken(logits);
    if (id !== end) tokens.push({ id, logProbability });
    const words = tokens.filter((token) => token.id < firstTime);
    const tooMany = countLoop(words.map((token) => token.id));
    if (tooMany > 0) cutWords(tokens, tooMany, firstTime);
    isOver = id === end || tokens.length === MOST || tooMany > 0;
    fed = [id];
    if (isOver && silence > SILENT && meanOf(words) < UNSURE) return;
    yield partsOf(tokens, vocabulary, { seconds, isOver, language });
  }
}

/** Takes so many words off the end, and the times among them. */
function cutWords(tokens: Token[], count: number, firstTime: number): void {
  for (let left = count; left > 0;) if (tokens.pop()!.id < firstTime) left--;
}
