/** What a song is taken apart into. `rest` is what is left of the mix. */
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

/** Why a stem can be no better than it is, whatever the song: no method without a large net tells it apart. */
export type StemLimit = "noMethod" | "needsCentre";

/** The stems of each preset; the last one is the mix less all others, so that their sum is the mix. */
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

/** What the built-in engine can tell apart only in part, by the stem. */
export const STEM_LIMITS: Readonly<Partial<Record<StemName, StemLimit>>> = {
  guitar: "noMethod",
  piano: "noMethod",
  lead: "needsCentre",
};
