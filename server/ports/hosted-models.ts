import type { Question } from "#core/hosted/question.ts";
import type { HostedTranscript } from "#core/hosted/transcript.ts";

/**
 * Models at the endpoint configured by the operator. Each is null if none is configured, in which
 * case no data is sent.
 */
export interface HostedModels {
  readonly transcription: TranscriptionModel | null;
  readonly chat: ChatModel | null;
  readonly speech: SpeechModel | null;
}

/** Speech recognition. */
export interface TranscriptionModel {
  /**
   * @param wav 16-bit mono
   * @param language ISO 639; null: detected
   * @throws {HostedError}
   */
  readonly transcribe: (
    wav: Uint8Array<ArrayBuffer>,
    options: { readonly language: string | null; readonly signal: AbortSignal },
  ) => Promise<HostedTranscript>;
}

/** Text generation. */
export interface ChatModel {
  /** Codes of the supported locales; empty: all. */
  readonly languages: readonly string[];
  /** @returns JSON that should match the schema. @throws {HostedError} */
  readonly complete: (
    question: Question,
    options: { readonly signal: AbortSignal },
  ) => Promise<unknown>;
}

/** Speech synthesis. */
export interface SpeechModel {
  /** Codes of the supported locales; empty: all. */
  readonly languages: readonly string[];
  /** The endpoint's names of the voices. */
  readonly voices: readonly string[];
  /**
   * @param voice one of `voices`
   * @returns a 16-bit mono WAV file. @throws {HostedError}
   */
  readonly speak: (
    text: string,
    options: { readonly voice: string; readonly speed: number; readonly signal: AbortSignal },
  ) => Promise<Uint8Array<ArrayBuffer>>;
}

/** A hosted model did not respond, or its response was invalid. */
export class HostedError extends Error {
  override readonly name = "HostedError";
  /** The model has responded with a refusal or unusable data: a retry may fail, too. */
  readonly isUnusable: boolean;
  /** Seconds until a retry is allowed; null if the endpoint specifies none. */
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
