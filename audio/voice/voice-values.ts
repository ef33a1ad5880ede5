import type { ValuesOf } from "../parameters.ts";
import { type Preset, PRESET_NAMES, PRESETS } from "./presets.ts";
import type { Shift } from "./shift-frames.ts";

export const VOICE_PARAMETERS = {
  preset: { kind: "choice", choices: PRESET_NAMES, default: "none" },
  /** In addition to the preset's. */
  pitch: { kind: "number", min: -12, max: 12, default: 0, unit: "semitones", step: 0.01 },
  /** In addition to the preset's: a longer or shorter vocal tract. */
  formant: { kind: "number", min: -8, max: 8, default: 0, unit: "semitones", step: 0.01 },
} as const;
export type VoiceValues = ValuesOf<typeof VOICE_PARAMETERS>;

/** Pitch and formant shift; null for none. */
export function shiftOf(values: VoiceValues): Shift | null {
  const preset: Preset = PRESETS[values.preset];
  const pitch = (preset.pitch ?? 0) + values.pitch;
  const formant = (preset.formant ?? 0) + values.formant;
  const { excitation = "voice" } = preset;
  if (pitch === 0 && formant === 0 && excitation === "voice") return null;
  return { pitch: 2 ** (pitch / 12), formant: 2 ** (formant / 12), excitation };
}

/** A pitch in semitones as whole semitones and the rest in cents. */
export function splitPitch(pitch: number): { readonly semitones: number; readonly cents: number } {
  const semitones = Math.round(pitch);
  return { semitones, cents: Math.round(100 * (pitch - semitones)) };
}
