import type { SpokenRequest } from "#core/api/contract/spoken-request.ts";
import type { TalkLine, ScriptRequest } from "#core/hosted/script.ts";
import type { HostedTranscript } from "#core/hosted/transcript.ts";
import type { TranslationRequest } from "#core/hosted/translation.ts";
import type { Config } from "#core/site/config.ts";

/** The job that is billed, and its cancellation. */
export interface HostedCall {
  readonly usageId: string;
  readonly signal: AbortSignal;
  /**
   * Called with the time of the next attempt, in epoch milliseconds, while a model is busy; null
   * when the attempt starts.
   */
  readonly onWait?: (retryAt: number | null) => void;
}

/** Models on the operator's servers: their input leaves the device. */
export interface Hosted {
  /** Location of the models, as shown to visitors; null without hosted models. */
  readonly host: string | null;
  /** Name of the transcription model; null if there is none. */
  readonly transcription: string | null;
  /** The model that translates and writes scripts, and its locales; an empty list for all. */
  readonly chat: Config["hosted"]["chat"];
  /** The speech model, its voices and its locales; an empty list for all. */
  readonly speech: Config["hosted"]["speech"];
  /**
   * Transcribes a part of a recording.
   * @param wav mono, 16 kHz, 16 bits, at most five minutes
   * @throws {ApiError}
   */
  transcribe(
    wav: Blob,
    options: HostedCall & {
      /** ISO 639 code; empty for detection. */
      readonly language: string;
    },
  ): Promise<HostedTranscript>;
  /** Translates texts, one result for each. @throws {ApiError} */
  translate(request: TranslationRequest, call: HostedCall): Promise<readonly string[]>;
  /** Writes the script of an episode. @throws {ApiError} */
  write(request: ScriptRequest, call: HostedCall): Promise<readonly TalkLine[]>;
  /**
   * Speaks a text. Resolves to a mono WAV file of 16 bits whose samples start at byte 44. @throws
   * {ApiError}
   */
  speak(text: Omit<SpokenRequest, "usage_id">, call: HostedCall): Promise<ArrayBuffer>;
}
