import { SPOKEN_AT_MOST } from "#audio/dubbing/fit-speech.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import type { Segment } from "#core/dubbing/segment.ts";
import { spokenSeconds } from "#core/hosted/limits.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { type VoiceId, isHostedVoice, isVoice } from "#runtime/audio/voices/voices.ts";
import type { JsonObject } from "#runtime/contract/json.ts";

/** What lies under the new voice: the recording without its speech, all of it more quietly, or nothing. */
export const UNDERS = ["background", "original", "none"] as const;
export type Under = (typeof UNDERS)[number];

/** Who translates. */
export const TRANSLATORS = ["hand", "browser", "studio", "hosted"] as const;
export type TranslatorKind = (typeof TRANSLATORS)[number];

/** Codes of the locales that have a voice. */
export const LANGUAGES: readonly string[] = Object.keys(SPOKEN_LANGUAGES);

/** What is spoken, and into what it is translated: codes of locales. */
export interface LanguagesOf {
  readonly from: string;
  readonly to: string;
}

/** What is set in the panel. */
export interface TranslatorSetup {
  /** Codes of locales; null until they were chosen. */
  readonly from: string | null;
  readonly to: string | null;
  readonly translator: TranslatorKind;
  readonly voice: VoiceId;
  readonly under: Under;
  /** Transcript that was pasted. */
  readonly text: string;
  /** Id of the job whose translation was taken last. */
  readonly taken: string;
  /** Ids of the jobs whose transcripts were taken. */
  readonly heard: readonly string[];
}

/** What a job of this panel is given. */
export interface DubParams {
  readonly segments: readonly Segment[];
  readonly from: string;
  readonly to: string;
  readonly voice: VoiceId;
  readonly under: Under;
  /** What the track of a film is called. */
  readonly track: string;
  /** Folders of the voice. */
  readonly speech: SpeechFolders;
}

/** Characters of a transcript that is pasted. */
export const MOST_SOURCE = 150_000;

/** Into what is translated where nobody has said so: the language of the page, or another one. */
export const usualTarget = (from: string, locale: string): string =>
  [locale, "en", "es"].find((code) => LANGUAGES.includes(code) && code !== from)!;

/** What was kept, as far as it still holds; the rest as it is usual. */
export function setupFrom(kept: JsonObject = {}): TranslatorSetup {
  const code = (name: string): string | null => LANGUAGES.find((one) => one === kept[name]) ?? null;
  const { text, voice, taken, heard } = kept;
  return {
    from: code("from"),
    to: code("to"),
    translator: TRANSLATORS.find((one) => one === kept["translator"]) ?? "hand",
    voice: isVoice(voice) ? voice : "maren",
    under: UNDERS.find((one) => one === kept["under"]) ?? "background",
    text: typeof text === "string" ? text.slice(0, MOST_SOURCE) : "",
    taken: typeof taken === "string" ? taken : "",
    heard: Array.isArray(heard) ? heard.filter((id) => typeof id === "string") : [],
  };
}

/** Seconds of hosted work that a voice takes at most, as each segment is spoken until it fits its time. */
export const hostedSpeech = (voice: VoiceId, segments: readonly Segment[]): number =>
  isHostedVoice(voice)
    ? SPOKEN_AT_MOST * spokenSeconds(spokenOf(segments).map(({ target }) => ({ text: target })))
    : 0;

/** Segments that are spoken. */
export const spokenOf = (segments: readonly Segment[]): readonly Segment[] =>
  segments.filter(({ target }) => target.trim() !== "");
