import type { HostedTranscript } from "../../../core/hosted/transcript.ts";

/** Models that the operator of the site has hosted: what they work on is sent. */
export interface Hosted {
  /** Name of the model that writes transcripts; null where there is none. */
  readonly transcription: string | null;
  /**
   * Has a piece of a recording written down.
   * @param wav one channel of 16 kHz, 16 bits, of five minutes at most
   * @throws {ApiError}
   */
  transcribe(
    wav: Blob,
    options: {
      /** Of the job that pays for it. */
      readonly usageId: string;
      /** ISO 639; empty: found out. */
      readonly language: string;
      readonly signal: AbortSignal;
    },
  ): Promise<HostedTranscript>;
}
