import { PRESET_NAMES } from "#audio/voice/presets.ts";
import { splitPitch, type VoiceValues, VOICE_PARAMETERS } from "#audio/voice/voice-values.ts";
import { type RequestedFormat, REQUESTED_FORMATS } from "../../audio/requested-format.ts";
import type { Values } from "#audio/tasks/task.ts";
import type { JsonObject } from "../../contract/json.ts";

/** Source of the voice. */
export type VoiceSource = "file" | "microphone";

/** Settings of the panel. */
export interface VoiceSetup extends JsonObject {
  readonly preset: VoiceValues["preset"];
  /** Transposition: semitones plus hundredths of a semitone. */
  readonly semitones: number;
  readonly cents: number;
  /** Formant shift in semitones. */
  readonly formant: number;
  readonly output: RequestedFormat;
  readonly source: VoiceSource;
}

/** Parameters of a job of this panel. */
export interface VoiceParams extends JsonObject {
  readonly values: VoiceValues & Values & JsonObject;
  readonly output: RequestedFormat;
}

export const LIMITS = {
  semitones: VOICE_PARAMETERS.pitch,
  cents: { min: -50, max: 50 },
  formant: VOICE_PARAMETERS.formant,
} as const;

const DEFAULT_SETUP: VoiceSetup = {
  preset: "deep",
  semitones: 0,
  cents: 0,
  formant: 0,
  output: "keep",
  source: "file",
};

/** Settings from stored ones; defaults for invalid values. */
export function setupFrom(stored: JsonObject | undefined): VoiceSetup {
  const number = (name: keyof typeof LIMITS): number => {
    const value = stored?.[name];
    const { min, max } = LIMITS[name];
    return typeof value === "number" && value >= min && value <= max ? value : DEFAULT_SETUP[name];
  };
  return {
    preset: PRESET_NAMES.find((name) => name === stored?.["preset"]) ?? DEFAULT_SETUP.preset,
    semitones: number("semitones"),
    cents: number("cents"),
    formant: number("formant"),
    output: REQUESTED_FORMATS.find((name) => name === stored?.["output"]) ?? DEFAULT_SETUP.output,
    source: stored?.["source"] === "microphone" ? "microphone" : DEFAULT_SETUP.source,
  };
}

/** Values of the effect. */
export function valuesOf({ preset, semitones, cents, formant }: VoiceSetup): VoiceValues {
  const { min, max } = VOICE_PARAMETERS.pitch;
  // Rounded to the cent, because decimal fractions do not add up exactly.
  const pitch = Math.round(100 * semitones + cents) / 100;
  return { preset, pitch: Math.min(max, Math.max(min, pitch)), formant };
}

/** The settings for values of the effect. */
export const setupOf = ({ preset, pitch, formant }: VoiceValues): Partial<VoiceSetup> => ({
  preset,
  ...splitPitch(pitch),
  formant,
});

export const isSame = (a: VoiceValues, b: VoiceValues): boolean =>
  a.preset === b.preset && a.pitch === b.pitch && a.formant === b.formant;

/** Whether the voice is changed at all. */
export const doesSomething = ({ preset, pitch, formant }: VoiceValues): boolean =>
  preset !== "none" || pitch !== 0 || formant !== 0;

/** Suffix of a result's name: `talk.mp3` → `talk-robot.mp3`; `talk-voice.mp3` without a preset. */
export const suffixOf = ({ preset }: Pick<VoiceValues, "preset">): string =>
  preset === "none" ? "voice" : preset;
