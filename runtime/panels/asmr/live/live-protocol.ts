import type { Scape } from "#audio/soundscape/scape.ts";

/** Name under which the processor is known to Web Audio. */
export const PROCESSOR = "live-scape";

/** What the document tells the processor. */
export type ToScape =
  | { readonly kind: "change"; readonly scape: Scape }
  /** It is not needed any more. */
  | { readonly kind: "end" };
