import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { beforeOf } from "./sample-sounds.ts";
import type { FoundRange } from "../../audio/player/time-map.ts";
import type { ToolPage } from "#core/page/page.ts";

/** A short sound that visitors hear on a tool's page, as it was and as the tool made it. */
export interface ToolSample {
  readonly name: string;
  /** Addresses. */
  readonly before: string;
  readonly after: string;
  /** The pause that the tool shortened, if it did; `seconds` is the length of the sound before. */
  readonly shortened?: FoundRange & { readonly seconds: number };
  /** What is said of it: a reading, with a fault that was added first, a song or two, or a voice that was made for it. */
  readonly says: "damaged" | "plain" | "song" | "stems" | "mashup" | "voice";
}

/** Names of the files in `runtime/public/samples`, by panel and preset (`bench/audio/make-samples.ts`). */
export const SAMPLE_NAMES: Readonly<Record<string, string>> = {
  "enhance/denoise": "denoise",
  "enhance/breath": "breath",
  "enhance/clicks": "clicks",
  "enhance/enhance": "enhance",
  "enhance/silence": "silence",
  "enhance/echo": "echo",
  "enhance/reverb": "reverb",
  "voice-changer/change": "voice",
  "separation/stems": "song-stems",
  "separation/instrumental": "song-instrumental",
  "separation/vocals": "song-vocals",
  "separation/no-drums": "song-no-drums",
  "separation/no-bass": "song-no-bass",
  "separation/no-guitar": "song-no-guitar",
  "separation/no-piano": "song-no-piano",
  "separation/no-lead": "song-no-lead",
  "separation/speech": "speech",
  "karaoke/song": "song-instrumental",
  "cloning/cloning": "profile",
  "karaoke/link": "song-instrumental",
  "cover/cover": "song-cover",
  "mashup/mashup": "mashup",
};

/** Names of the films there, by panel and preset (`bench/page/make-film-samples.ts`). */
export const FILM_NAMES: Readonly<Record<string, string>> = {
  "animation/animation": "animation",
  "video/video": "video",
};

/** The film of a tool that makes some, and its picture while it does not play: addresses; null without one. */
export function filmSampleOf({
  panel,
  preset,
}: Pick<ToolPage, "panel" | "preset">): { readonly film: string; readonly poster: string } | null {
  const name = FILM_NAMES[`${panel}/${preset}`];
  return name === undefined
    ? null
    : { film: `/samples/${name}.mp4`, poster: `/samples/${name}.jpg` };
}

/** Tools that begin without a recording, by panel and preset, and what is said of their sound. */
export const MADE_SAYS = {
  "tts/tts": "tts",
  "asmr/asmr": "asmr",
  "podcast/podcast": "podcast",
} as const;

/** A sound that a tool has made of nothing but a text or its settings. */
export interface MadeSample {
  readonly says: (typeof MADE_SAYS)[keyof typeof MADE_SAYS];
  /** Address. */
  readonly sound: string;
}

/**
 * The sound of a tool that makes one without a recording (`bench/audio/make-made-samples.ts`); null for others.
 * @param locale code of the page's language, in which text to speech is heard
 */
export function madeSampleOf(
  { panel, preset }: Pick<ToolPage, "panel" | "preset">,
  locale: string,
): MadeSample | null {
  const key = `${panel}/${preset}`;
  if (!(key in MADE_SAYS)) return null;
  const says = MADE_SAYS[key as keyof typeof MADE_SAYS];
  // A language that a site has added has no sentence yet.
  const spoken = locale in SPOKEN_LANGUAGES ? locale : "en";
  return { says, sound: `/samples/${says === "tts" ? `tts-${spoken}` : says}.mp3` };
}

/** Whether a page has a sound or a film to try its tool by. */
export const hasSample = (page: ToolPage): boolean =>
  page.available === true &&
  (sampleOf(page) ?? filmSampleOf(page) ?? madeSampleOf(page, page.locale)) !== null;

/** What the sentences of all samples are: from "Sense and Sensibility", read for LibriVox. */
export const SPOKEN = {
  language: "en",
  text: "He was not an ill disposed young man. He might even have been made amiable himself.",
} as const;

/** What `toolkit process` found in `silence-before`, and its length, in seconds. */
const PAUSE = { start: 2.8, end: 4.49, seconds: 7.85 };

/** The sample of a tool; null where it has none. */
export function sampleOf({ panel, preset }: Pick<ToolPage, "panel" | "preset">): ToolSample | null {
  const name = SAMPLE_NAMES[`${panel}/${preset}`];
  if (name === undefined) return null;
  return {
    name,
    before: `/samples/${beforeOf(name)}-before.mp3`,
    after: `/samples/${name}-after.mp3`,
    ...(name === "silence" && { shortened: PAUSE }),
    says: saysOf(name),
  };
}

function saysOf(name: string): ToolSample["says"] {
  if (name === "song-stems") return "stems";
  if (name === "profile") return "voice";
  if (name === "mashup") return "mashup";
  if (name.startsWith("song-")) return "song";
  return name === "voice" ? "plain" : "damaged";
}
