/** Stems of a song. `rest` is the residual of the mix. */
export type StemName =
  | "vocals"
  | "drums"
  | "bass"
  | "guitar"
  | "piano"
  | "lead"
  | "speech"
  | "other"
  | "instrumental"
  | "rest"
  | "music";

/** Reason for the limited quality of a stem: no method without a large network separates it. */
export type StemLimit = "noMethod" | "needsCentre";

/**
 * The stems of each preset; the last one is the mix minus all others, so that the sum is the mix.
 */
export const SEPARATION_PRESETS = {
  stems: ["vocals", "drums", "bass", "other"],
  instrumental: ["vocals", "instrumental"],
  vocals: ["vocals", "instrumental"],
  "no-drums": ["drums", "rest"],
  "no-bass": ["bass", "rest"],
  "no-guitar": ["guitar", "rest"],
  "no-piano": ["piano", "rest"],
  "no-lead": ["lead", "rest"],
  speech: ["speech", "music"],
} as const satisfies Readonly<Record<string, readonly StemName[]>>;

export type SeparationPreset = keyof typeof SEPARATION_PRESETS;

/** Stems that the built-in engine separates only in part. */
export const STEM_LIMITS: Readonly<Partial<Record<StemName, StemLimit>>> = {
  guitar: "noMethod",
  piano: "noMethod",
  lead: "needsCentre",
};
