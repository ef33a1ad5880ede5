import type { Scape } from "#audio/soundscape/scape.ts";

/** Name under which the audio worklet processor is registered. */
export const PROCESSOR = "live-scape";

/** Messages from the document to the processor. */
export type ToScape =
  | { readonly kind: "change"; readonly scape: Scape }
  /** The processor is no longer needed. */
  | { readonly kind: "end" };
