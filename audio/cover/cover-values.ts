import type { ValuesOf } from "../parameters.ts";
import { type Preset, type PresetName, PRESETS } from "../voice/presets.ts";
import type { Shift } from "../voice/shift-frames.ts";
import { shiftOf, VOICE_PARAMETERS } from "../voice/voice-values.ts";

/** Voice characters that preserve a melody. */
export const SINGING_VOICES = [
  "none",
  "deep",
  "giant",
  "high",
  "child",
  "chipmunk",
  "whisper",
  "telephone",
  "radio",
] as const satisfies readonly PresetName[];

export const COVER_PARAMETERS = {
  /** Character of the voice: formants and color of a preset, without its pitch and reverb. */
  voice: { kind: "choice", choices: SINGING_VOICES, default: "deep" },
  /** Of the voice only. */
  pitch: { ...VOICE_PARAMETERS.pitch, step: 1 },
  /** In addition to the preset's. */
  formant: { ...VOICE_PARAMETERS.formant, step: 0.5 },
  /** Of voice and accompaniment together. */
  key: { kind: "number", min: -6, max: 6, default: 0, unit: "semitones", step: 1 },
  /** Level of the new voice relative to the old one. */
  level: { kind: "number", min: -12, max: 12, default: 0, unit: "dB", step: 0.5 },
  /** Gives the new voice reverb like that of the old one. */
  reverb: { kind: "switch", default: true },
} as const;
export type CoverValues = ValuesOf<typeof COVER_PARAMETERS>;

/** Outputs: the song with the new voice, the new voice alone, and the accompaniment. */
export const COVER_TAKES = ["cover", "voice", "backing"] as const;
export type CoverTake = (typeof COVER_TAKES)[number];

/** Pitch and formant shift of the voice; null for none. */
export function voiceShiftOf({ voice, pitch, formant, key }: CoverValues): Shift | null {
  const preset: Preset = PRESETS[voice];
  // The melody stays that of the song.
  const semitones = pitch + key - (preset.pitch ?? 0);
  return shiftOf({ preset: voice, pitch: semitones, formant });
}

/** Coloration of the shifted voice. */
export function voiceColorOf({ voice }: CoverValues): Preset {
  const { band, drive }: Preset = PRESETS[voice];
  return { ...(band && { band }), ...(drive !== undefined && { drive }) };
}
