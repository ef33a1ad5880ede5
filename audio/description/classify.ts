import type { ContentMeasures } from "./content-meter.ts";

export type Content = "speech" | "music" | "mixed" | "noise" | "silence";
/** Confidence of a statement. */
export type Certainty = "sure" | "likely" | "possible";

export interface ContentEvidence extends ContentMeasures {
  /** LUFS */
  readonly loudness: number;
  /** dB of loud moments above the background. */
  readonly noiseRange: number;
  /** Tonal persistence, −1 to 1, see `createToneMeter`. */
  readonly tones: number;
  /** Reverb time in seconds, or null. */
  readonly reverbTime: number | null;
}

/** LUFS below which a sound is silent. */
const SILENT = -65;
/** dB; sounds with less variation are steady noise. */
const STEADY = 6;
/** Tonal persistence of music: minimum; likely; and without any voice. */
const TONES = { some: 0.2, many: 0.35, nearlyAll: 0.6 } as const;
/**
 * Ratios of held pitches: speech is below 0.1 unless reverb prolongs it, speech over music is 0.2
 * to 0.45, songs are above 0.7. Measured on the files of `bench/audio/report`.
 */
const HELD = { some: 0.15, mostly: 0.6, nearlyAll: 0.7 } as const;
/** Reverb time in seconds above which reverb prolongs the pitches of a voice. */
const ROOM = 0.45;

/** Classifies a sound, with confidence. */
export function classifyContent(evidence: ContentEvidence): readonly [Content, Certainty] {
  const { loudness, noiseRange, tones, hasBeat, pitch, reverbTime } = evidence;
  if (!(loudness > SILENT)) return ["silence", "sure"];
  if (!pitch) {
    if (hasBeat || tones > TONES.many) return ["music", "likely"];
    if (noiseRange < STEADY) return ["noise", tones > TONES.some ? "likely" : "sure"];
    return ["speech", "possible"];
  }
  const { held, moving } = pitch;
  if (held >= HELD.mostly)
    return ["music", held >= HELD.nearlyAll && tones > TONES.some ? "sure" : "likely"];
  // Chords have no single pitch that could be held.
  if (tones >= TONES.nearlyAll && moving < HELD.some) return ["music", "likely"];
  if (hasBeat) return ["mixed", held >= HELD.some && moving >= HELD.some ? "sure" : "likely"];
  if (held < HELD.some) return ["speech", "sure"];
  const isRoom = reverbTime !== null && reverbTime >= ROOM;
  return [isRoom ? "speech" : "mixed", "likely"];
}
