import type { MoonshineForm, WhisperForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { SpeechSessions } from "./merged-decoder.ts";
import { writeSpeech } from "./moonshine.ts";
import { type Vocabulary, readVocabulary } from "./moonshine-tokens.ts";
import { speechPieces } from "./speech-pieces.ts";
import { type SureSpan, sureSpans } from "./sure-spans.ts";
import { writeWhisper } from "./whisper.ts";
import { type WhisperVocabulary, readWhisperVocabulary } from "./whisper-tokens.ts";

/** What is said in a part of a recording. */
export interface SpokenText {
  /** Seconds of the recording. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 0 to 1 */
  readonly confidence: number;
  /** More of this part may come, in place of this. */
  readonly finished: boolean;
  /** How sure the net is of each stretch of the text, once it is finished. */
  readonly spans?: readonly SureSpan[];
  /** ISO 639 code, where the net tells languages apart. */
  readonly language?: string;
}

/** A net that writes down what is said, ready to be run. */
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
  /** ISO 639 code of what is spoken; found out where it is missing and the net knows several. */
  readonly language?: string | undefined;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}

/** @param text of the file of the role `vocabulary` @throws {TypeError} where it has none of that family */
export const createSpeechNet = (
  form: MoonshineForm | WhisperForm,
  sessions: SpeechSessions,
  text: string,
): SpeechNet =>
  form.kind === "whisper"
    ? { form, sessions, vocabulary: readWhisperVocabulary(text) }
    : { form, sessions, vocabulary: readVocabulary(text) };

/** What a piece says, part by part: each again while it is being written. Times are within the piece. */
export async function* writePiece(
  net: SpeechNet,
  samples: Float32Array,
  { language, signal }: TranscribeOptions = {},
): AsyncGenerator<SpokenText, void, undefined> {
  const { form, sessions } = net;
  if (form.kind === "moonshine") {
    const end = samples.length / form.sampleRate;
    const decode = (tokens: readonly number[]): string => net.vocabulary.decode(tokens);
    for await (const written of writeSpeech(sessions, form, samples, signal)) {
      const { tokens, logProbabilities, confidence, finished } = written;
      const text = decode(tokens);
      if (text === "") continue;
      const part = { start: 0, end, text, confidence, finished };
      const sure = tokens.map((id, at) => ({ id, logProbability: logProbabilities[at]! }));
      yield finished ? { ...part, spans: sureSpans(decode, sure) } : part;
    }
    return;
  }
  const { vocabulary } = net as Extract<SpeechNet, { form: WhisperForm }>;
  let told = 0;
  const options = { language, signal };
  for await (const parts of writeWhisper(sessions, form, { vocabulary, samples }, options))
    for (const part of parts.slice(told)) {
      yield part;
      if (part.finished) told++;
    }
}

/**
 * Writes down a recording of any length with a net for speech, part by part; one part of up to 28 s
 * is held at a time.
 * @param blocks one channel at the rate of the form
 * @yields each part again and again while it is being written, then as it stays
 */
export async function* transcribeSpeech(
  net: SpeechNet,
  blocks: AsyncIterable<Block>,
  options: TranscribeOptions = {},
): AsyncGenerator<SpokenText, void, undefined> {
  for await (const { start, samples } of speechPieces(blocks, net.form.sampleRate))
    for await (const part of writePiece(net, samples, options))
      yield { ...part, start: start + part.start, end: start + part.end };
}
