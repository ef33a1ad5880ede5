import type { Narration } from "#audio/narration/speaker.ts";
import type { Pronunciation } from "#audio/narration/text/readings.ts";
import { studioPersona } from "#audio/narration/studio-narration.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import type { HostedModel } from "#runtime/audio/models/model-slots.ts";
import { type VoiceId, type Voices, isVoice } from "#runtime/audio/voices/voices.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";

/** Maximum length of a text in characters: about four hours of speech. */
export const MAX_TEXT = 200_000;

/** Settings of speech. */
export interface SpeechSetup {
  readonly persona: VoiceId;
  /** Percent of the voice's speed. */
  readonly speed: number;
  /** Semitones. */
  readonly pitch: number;
  /** Percent of the voice's pauses. */
  readonly rests: number;
  readonly pronunciations: readonly Pronunciation[];
  /** The voice of a studio model that was chosen last; missing if none was. */
  readonly studio?: StudioChoice;
}

/** A studio model and one of its voices; empty for its first one. */
export interface StudioChoice {
  readonly model: string;
  readonly voice: string;
}

/** Parameters of a job, with the language. */
export interface SpeechParams extends SpeechSetup {
  readonly language: string;
  /** The model of `studio`; the job waits for its download. */
  readonly model?: HostedModel;
}

export const LIMITS = { speed: [60, 180], pitch: [-6, 6], rests: [0, 400] } as const;
/** Maximum number of entries of the dictionary. */
const MAX_WORDS = 200;

const within = (value: unknown, [least, most]: readonly [number, number], usual: number): number =>
  typeof value === "number" && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : usual;

function wordsOf(kept: Json | undefined): Pronunciation[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MAX_WORDS).flatMap((one: Json) => {
    const { written, spoken } = (one ?? {}) as Record<string, Json>;
    return typeof written === "string" && typeof spoken === "string" ? [{ written, spoken }] : [];
  });
}

function studioOf(kept: Json | undefined): StudioChoice | null {
  const { model, voice } = (kept ?? {}) as Record<string, Json>;
  return typeof model === "string" && model !== ""
    ? { model, voice: typeof voice === "string" ? voice : "" }
    : null;
}

/** Stored settings; defaults for invalid values. */
export const setupOf = (kept: JsonObject | undefined): SpeechSetup => ({
  ...(studioOf(kept?.["studio"]) && { studio: studioOf(kept?.["studio"])! }),
  persona: isVoice(kept?.["persona"]) ? kept["persona"] : "maren",
  speed: within(kept?.["speed"], LIMITS.speed, 100),
  pitch: within(kept?.["pitch"], LIMITS.pitch, 0),
  rests: within(kept?.["rests"], LIMITS.rests, 100),
  pronunciations: wordsOf(kept?.["pronunciations"]),
});

/** The chosen language if the voice supports it, else the detected one. */
export const languageOf = (kept: JsonObject | undefined, guessed: string): string => {
  const chosen = kept?.["language"];
  return typeof chosen === "string" && Object.hasOwn(SPOKEN_LANGUAGES, chosen) ? chosen : guessed;
};

/**
 * How a sentence is spoken.
 * @param own speaker of its paragraph; null for that of the text
 * @throws {FaultError} voice.gone
 */
export const narrationOf = (
  { language, persona, speed, pitch, rests, pronunciations, studio, model }: SpeechParams,
  own: VoiceId | null,
  voices: Voices,
): Narration => ({
  language,
  persona: studio && model && own === null ? studioPersona(studio.voice) : voices(own ?? persona),
  speed: speed / 100,
  pitch,
  rests: rests / 100,
  pronunciations,
});
