import type { VoiceValues } from "#audio/voice/voice-values.ts";

/** Name under which the processor is known to Web Audio. */
export const PROCESSOR = "live-voice";

/** What the document tells the processor. */
export type ToVoice =
  | { readonly kind: "change"; readonly values: VoiceValues }
  /** It is not needed any more. */
  | { readonly kind: "end" };

/** What the processor tells: at its beginning, and when a change can be heard. */
export interface FromVoice {
  /** Frames by which what comes out is later than what goes in. */
  readonly latency: number;
}
