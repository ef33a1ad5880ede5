import type { Question } from "#core/hosted/question.ts";
import type { HostedTranscript } from "#core/hosted/transcript.ts";

/** Models that the operator has hosted somewhere. Each is null where none is named: nothing is sent then. */
export interface HostedModels {
  readonly transcription: TranscriptionModel | null;
  readonly chat: ChatModel | null;
  readonly speech: SpeechModel | null;
}

/** Writes down what is said. */
export interface TranscriptionModel {
  /**
   * @param wav one channel, 16 bits
   * @param language ISO 639; found out where it is null
   * @throws {HostedError}
   */
  readonly transcribe: (
    wav: Uint8Array<ArrayBuffer>,
    options: { readonly language: string | null; readonly signal: AbortSignal },
  ) => Promise<HostedTranscript>;
}

/** Answers questions about texts. */
export interface ChatModel {
  /** Codes of the locales that it knows; none: all. */
  readonly languages: readonly string[];
  /** @returns JSON that is said to have the shape. @throws {HostedError} */
  readonly complete: (
    question: Question,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
}

/** Speaks texts. */
export interface SpeechModel {
  /** Codes of the locales that it knows; none: all. */
  readonly languages: readonly string[];
  /** As the endpoint names them. */
  readonly voices: readonly string[];
  /**
   * @param voice one of `voices`
   * @returns a WAV file of one channel, 16 bits. @throws {HostedError}
   */
  readonly speak: (
    text: string,
    options: { readonly voice: string; readonly speed: number; readonly signal: AbortSignal },
  ) => Promise<Uint8Array<ArrayBuffer>>;
}

/** A hosted model did not answer, or not as it should. */
export class HostedError extends Error {
  override readonly name = "HostedError";
  /** It has answered, with a refusal or with what is of no use: another try may be as vain. */
  readonly isUnusable: boolean;
  /** Seconds after which it may be asked again; null where it does not tell. */
  readonly retryAfter: number | null;
  constructor(
    message: string,
    {
      retryAfter = null,
      isUnusable = false,
      cause,
    }: { retryAfter?: number | null; isUnusable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isUnusable = isUnusable;
    this.retryAfter = retryAfter;
  }
}
