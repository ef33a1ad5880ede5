import type { HostedTranscript } from "../../core/hosted/transcript.ts";

/** Models that the operator has hosted somewhere. Each is null where none is named: nothing is sent then. */
export interface HostedModels {
  readonly transcription: TranscriptionModel | null;
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

/** A hosted model did not answer, or not as it should. */
export class HostedError extends Error {
  override readonly name = "HostedError";
  /** Seconds after which it may be asked again; null where it does not tell. */
  readonly retryAfter: number | null;
  constructor(
    message: string,
    { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}
