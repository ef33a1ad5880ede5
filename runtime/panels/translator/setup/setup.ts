import { MAX_ATTEMPTS } from "#audio/dubbing/fit-speech.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import type { Segment } from "#core/dubbing/segment.ts";
import { spokenSeconds } from "#core/hosted/limits.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { type VoiceId, isHostedVoice, isVoice } from "#runtime/audio/voices/voices.ts";
import type { JsonObject } from "#runtime/contract/json.ts";

/**
 * The background of the new voice: the recording without its speech, the whole recording at a lower
 * level, or none.
 */
export const UNDERS = ["background", "original", "none"] as const;
export type Under = (typeof UNDERS)[number];

/** Locales that have a voice. */
export const LANGUAGES: readonly string[] = Object.keys(SPOKEN_LANGUAGES);

/** Source and target locale. */
export interface LanguagesOf {
  readonly from: string;
  readonly to: string;
}

/** Settings of the panel. */
export interface TranslatorSetup {
  /** Locale codes; null until they are chosen. */
  readonly from: string | null;
  readonly to: string | null;
  readonly voice: VoiceId;
  readonly under: Under;
  /** Pasted transcript. */
  readonly text: string;
  /** Id of the job whose translation was used last. */
  readonly taken: string;
  /** Ids of the jobs whose transcripts were used. */
  readonly heard: readonly string[];
}

/** Parameters of a job of this panel. */
export interface DubParams {
  readonly segments: readonly Segment[];
  readonly from: string;
  readonly to: string;
  readonly voice: VoiceId;
  readonly under: Under;
  /** Name of the audio track in a video. */
  readonly track: string;
  /** Location of the voice. */
  readonly speech: SpeechFolders;
}

/** Maximum length of a pasted transcript in characters. */
export const MAX_SOURCE = 150_000;

/** Default target: the language of the page, or another one. */
export const defaultTarget = (from: string, locale: string): string =>
  [locale, "en", "es"].find((code) => LANGUAGES.includes(code) && code !== from)!;

/** Settings from stored ones; defaults for invalid values. */
export function setupFrom(kept: JsonObject = {}): TranslatorSetup {
  const code = (name: string): string | null => LANGUAGES.find((one) => one === kept[name]) ?? null;
  const { text, voice, taken, heard } = kept;
  return {
    from: code("from"),
    to: code("to"),
    voice: isVoice(voice) ? voice : "maren",
    under: UNDERS.find((one) => one === kept["under"]) ?? "background",
    text: typeof text === "string" ? text.slice(0, MAX_SOURCE) : "",
    taken: typeof taken === "string" ? taken : "",
    heard: Array.isArray(heard) ? heard.filter((id) => typeof id === "string") : [],
  };
}

/**
 * Maximum seconds of hosted work of a voice, because each segment is spoken repeatedly until it
 * fits.
 */
export const hostedSpeech = (voice: VoiceId, segments: readonly Segment[]): number =>
  isHostedVoice(voice)
    ? MAX_ATTEMPTS * spokenSeconds(spokenOf(segments).map(({ target }) => ({ text: target })))
    : 0;

/** Segments that are spoken. */
export const spokenOf = (segments: readonly Segment[]): readonly Segment[] =>
  segments.filter(({ target }) => target.trim() !== "");
