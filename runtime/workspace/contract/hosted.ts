import type { SpokenRequest } from "#core/hosted/spoken-request.ts";
import type { TalkLine, TalkWish } from "#core/hosted/script.ts";
import type { HostedTranscript } from "#core/hosted/transcript.ts";
import type { TranslationWish } from "#core/hosted/translation.ts";
import type { Config } from "#core/site/config.ts";

/** Of the job that pays, and what ends it. */
export interface HostedCall {
  readonly usageId: string;
  readonly signal: AbortSignal;
  /** Told when a model that is busy will be asked again, in epoch milliseconds; null: it is being asked. */
  readonly onWait?: (retryAt: number | null) => void;
}

/** Models that the operator of the site has hosted: what they work on is sent. */
export interface Hosted {
  /** Where they are, as visitors are told; null where there are none. */
  readonly host: string | null;
  /** Name of the model that writes transcripts; null where there is none. */
  readonly transcription: string | null;
  /** The model that translates and writes scripts, and the locales that it knows; none: all. */
  readonly chat: Config["hosted"]["chat"];
  /** The model that speaks, its voices, and the locales that it knows; none: all. */
  readonly speech: Config["hosted"]["speech"];
  /**
   * Has a piece of a recording written down.
   * @param wav one channel of 16 kHz, 16 bits, of five minutes at most
   * @throws {ApiError}
   */
  transcribe(
    wav: Blob,
    options: HostedCall & {
      /** ISO 639; empty: found out. */
      readonly language: string;
    },
  ): Promise<HostedTranscript>;
  /** Has texts translated, one for each. @throws {ApiError} */
  translate(wish: TranslationWish, call: HostedCall): Promise<readonly string[]>;
  /** Has the script of an episode written. @throws {ApiError} */
  write(wish: TalkWish, call: HostedCall): Promise<readonly TalkLine[]>;
  /** Has a text spoken: a WAV file of one channel, 16 bits, its samples from byte 44 on. @throws {ApiError} */
  speak(text: Omit<SpokenRequest, "usage_id">, call: HostedCall): Promise<ArrayBuffer>;
}
