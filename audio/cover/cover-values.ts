import type { ValuesOf } from "../parameters.ts";
import { type Preset, type PresetName, PRESETS } from "../voice/presets.ts";
import type { Shift } from "../voice/shift-frames.ts";
import { shiftOf, VOICE_PARAMETERS } from "../voice/voice-values.ts";

/** Characters that a sung voice can have: those that leave it a melody. */
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
  /** How the voice sounds: formants and color of a preset, without its pitch and its room. */
  voice: { kind: "choice", choices: SINGING_VOICES, default: "deep" },
  /** Of the voice alone. */
  pitch: { ...VOICE_PARAMETERS.pitch, step: 1 },
  /** On top of the preset's. */
  formant: { ...VOICE_PARAMETERS.formant, step: 0.5 },
  /** Of voice and accompaniment together. */
  key: { kind: "number", min: -6, max: 6, default: 0, unit: "semitones", step: 1 },
  /** Of the new voice over the old one. */
  level: { kind: "number", min: -12, max: 12, default: 0, unit: "dB", step: 0.5 },
  /** The new voice gets a room like that of the old one. */
  reverb: { kind: "switch", default: true },
} as const;
export type CoverValues = ValuesOf<typeof COVER_PARAMETERS>;

/** What becomes of a song: with the new voice, that voice alone, and what accompanies it. */
export const COVER_TAKES = ["cover", "voice", "backing"] as const;
export type CoverTake = (typeof COVER_TAKES)[number];

/** What is done to pitch and formants of the voice; null where they stay. */
export function voiceShiftOf({ voice, pitch, formant, key }: CoverValues): Shift | null {
  const preset: Preset = PRESETS[voice];
  // The melody stays that of the song.
  const semitones = pitch + key - (preset.pitch ?? 0);
  return shiftOf({ preset: voice, pitch: semitones, formant });
}

/** What colors the voice once it has its pitch. */
export function voiceColorOf({ voice }: CoverValues): Preset {
  const { band, drive }: Preset = PRESETS[voice];
  return { ...(band && { band }), ...(drive !== undefined && { drive }) };
}
