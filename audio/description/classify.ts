import type { ContentMeasures } from "./content-meter.ts";

export type Content = "speech" | "music" | "mixed" | "noise" | "silence";
/** How far a statement holds: nothing that was measured speaks against it, little does, or it may be. */
export type Certainty = "sure" | "likely" | "possible";

export interface ContentEvidence extends ContentMeasures {
  /** LUFS */
  readonly loudness: number;
  /** dB of loud moments above the background. */
  readonly noiseRange: number;
  /** How long tones are held, −1 to 1, of `createToneMeter`. */
  readonly tones: number;
  /** Seconds of reverberation, or null. */
  readonly reverbTime: number | null;
}

/** LUFS below which nothing is heard. */
const SILENT = -65;
/** dB; what varies less is steady noise. */
const STEADY = 6;
/** How long tones are held in music, at least; from which on it is likely; and where no voice is heard. */
const TONES = { some: 0.2, many: 0.35, nearlyAll: 0.6 } as const;
/**
 * Shares of held pitches: speech stays below 0.1, unless a room prolongs it, and speech over music comes
 * to 0.2 to 0.45; songs lie above 0.7. Measured on the files of `bench/audio/report`.
 */
const HELD = { some: 0.15, most: 0.6, nearlyAll: 0.7 } as const;
/** Seconds of reverberation from which a room holds the pitches of a voice. */
const ROOM = 0.45;

/** Tells what a sound is, with how certain that is. */
export function classifyContent(evidence: ContentEvidence): readonly [Content, Certainty] {
  const { loudness, noiseRange, tones, hasBeat, pitch, reverbTime } = evidence;
  if (!(loudness > SILENT)) return ["silence", "sure"];
  if (!pitch) {
    if (hasBeat || tones > TONES.many) return ["music", "likely"];
    if (noiseRange < STEADY) return ["noise", tones > TONES.some ? "likely" : "sure"];
    return ["speech", "possible"];
  }
  const { held, moving } = pitch;
  if (held >= HELD.most)
    return ["music", held >= HELD.nearlyAll && tones > TONES.some ? "sure" : "likely"];
  // Of chords no pitch stands out that would be held.
  if (tones >= TONES.nearlyAll && moving < HELD.some) return ["music", "likely"];
  if (hasBeat) return ["mixed", held >= HELD.some && moving >= HELD.some ? "sure" : "likely"];
  if (held < HELD.some) return ["speech", "sure"];
  const isRoom = reverbTime !== null && reverbTime >= ROOM;
  return [isRoom ? "speech" : "mixed", "likely"];
}
