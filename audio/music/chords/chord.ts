/** Kinds of chords: semitones above the root, and the suffix of the name. */
export const QUALITIES = {
  major: { tones: [0, 4, 7], suffix: "" },
  minor: { tones: [0, 3, 7], suffix: "m" },
  dominant: { tones: [0, 4, 7, 10], suffix: "7" },
  "major-seventh": { tones: [0, 4, 7, 11], suffix: "maj7" },
  "minor-seventh": { tones: [0, 3, 7, 10], suffix: "m7" },
  "suspended-second": { tones: [0, 2, 7], suffix: "sus2" },
  "suspended-fourth": { tones: [0, 5, 7], suffix: "sus4" },
  diminished: { tones: [0, 3, 6], suffix: "dim" },
  "half-diminished": { tones: [0, 3, 6, 10], suffix: "m7♭5" },
  augmented: { tones: [0, 4, 8], suffix: "aug" },
} as const;

export type Quality = keyof typeof QUALITIES;

export interface Chord {
  /** Semitones above C, 0 (C) to 11 (B). */
  readonly root: number;
  readonly quality: Quality;
  /** Lowest note, where it is not the root. */
  readonly bass?: number;
}
