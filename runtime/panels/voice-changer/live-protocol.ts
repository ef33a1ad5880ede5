import type { VoiceValues } from "#audio/voice/voice-values.ts";

/** Name under which the audio worklet processor is registered. */
export const PROCESSOR = "live-voice";

/** Messages from the document to the processor. */
export type ToVoice =
  | { readonly kind: "change"; readonly values: VoiceValues }
  /** The processor is no longer needed. */
  | { readonly kind: "end" };

/** Messages of the processor: at its start, and when a change is audible. */
export interface FromVoice {
  /** Latency in frames. */
  readonly latency: number;
}
