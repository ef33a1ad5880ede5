import type { MoonshineForm, WhisperForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { SpeechSessions } from "./merged-decoder.ts";
import { transcribeMoonshine } from "./moonshine.ts";
import { type Vocabulary, readVocabulary } from "./moonshine-tokens.ts";
import { splitSpeech } from "./split-speech.ts";
import { type ConfidenceSpan, confidenceSpans } from "./confidence-spans.ts";
import { transcribeWhisper } from "./whisper.ts";
import { type WhisperVocabulary, readWhisperVocabulary } from "./whisper-tokens.ts";

/** Transcript of a segment of a recording. */
export interface TranscriptSegment {
  /** Seconds of the recording. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 0 to 1 */
  readonly confidence: number;
  /** Whether the transcript is final; otherwise a longer one replaces it. */
  readonly finished: boolean;
  /** Confidence of ranges of the text, once it is finished. */
  readonly spans?: readonly ConfidenceSpan[];
  /** ISO 639 code, if the network identifies languages. */
  readonly language?: string;
}

/** A loaded speech recognition network. */
export type SpeechNet =
  | {
      readonly form: MoonshineForm;
      readonly sessions: SpeechSessions;
      readonly vocabulary: Vocabulary;
    }
  | {
      readonly form: WhisperForm;
      readonly sessions: SpeechSessions;
      readonly vocabulary: WhisperVocabulary;
    };

export interface TranscribeOptions {
  /** ISO 639 code of the spoken language; detected by default if the network supports several. */
  readonly language?: string | undefined;
  /** Names and terms; only Whisper uses them, see `WhisperOptions`. */
  readonly terms?: string | undefined;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
  /** Weights of the voice activity; null: only silence is skipped. See `splitSpeech`. */
  readonly activity?: ArrayBuffer | null | undefined;
}

/**
 * @param text file of the role `vocabulary` @throws {TypeError} if it has no vocabulary of that
 *   family
 */
export const createSpeechNet = (
  form: MoonshineForm | WhisperForm,
  sessions: SpeechSessions,
  text: string,
): SpeechNet =>
  form.kind === "whisper"
    ? { form, sessions, vocabulary: readWhisperVocabulary(text) }
    : { form, sessions, vocabulary: readVocabulary(text) };

/** Transcribes a segment; yields intermediate results. Times are relative to the segment. */
export async function* transcribeSegment(
  net: SpeechNet,
  samples: Float32Array,
  { language, terms, signal }: TranscribeOptions = {},
): AsyncGenerator<TranscriptSegment, void, undefined> {
  const { form, sessions } = net;
  if (form.kind === "moonshine") {
    const end = samples.length / form.sampleRate;
    const decode = (tokens: readonly number[]): string => net.vocabulary.decode(tokens);
    for await (const written of transcribeMoonshine(sessions, form, samples, signal)) {
      const { tokens, logProbabilities, confidence, finished } = written;
      const text = decode(tokens);
      if (text === "") continue;
      const part = { start: 0, end, text, confidence, finished };
      const sure = tokens.map((id, at) => ({ id, logProbability: logProbabilities[at]! }));
      yield finished ? { ...part, spans: confidenceSpans(decode, sure) } : part;
    }
    return;
  }
  const { vocabulary } = net as Extract<SpeechNet, { form: WhisperForm }>;
  let yielded = 0;
  const options = { language, terms, signal };
  for await (const parts of transcribeWhisper(sessions, form, { vocabulary, samples }, options))
    for (const part of parts.slice(yielded)) {
      yield part;
      if (part.finished) yielded++;
    }
}

/**
 * Transcribes a recording of any length, segment by segment; buffers one segment of up to 28 s.
 * @param blocks mono at the rate of the form
 * @yields each part repeatedly while it grows, then its final state
 */
export async function* transcribeSpeech(
  net: SpeechNet,
  blocks: AsyncIterable<Block>,
  options: TranscribeOptions = {},
): AsyncGenerator<TranscriptSegment, void, undefined> {
  for await (const { start, samples } of splitSpeech(blocks, net.form.sampleRate, options.activity))
    for await (const part of transcribeSegment(net, samples, options))
      yield { ...part, start: start + part.start, end: start + part.end };
}
