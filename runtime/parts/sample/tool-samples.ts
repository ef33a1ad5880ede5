import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { beforeOf } from "./sample-sounds.ts";
import type { FoundRange } from "../../audio/player/time-map.ts";
import type { ToolPage } from "#core/page/page.ts";

/** A short sound on a tool's page, before and after processing. */
export interface ToolSample {
  readonly name: string;
  /** URLs of both sounds. */
  readonly before: string;
  readonly after: string;
  /** The part that the tool cut out, if any; `seconds` is the length of the sound before. */
  readonly shortened?: FoundRange & { readonly seconds: number };
  /**
   * Which description the sample gets: a reading with an added fault, a plain, cut or quiet reading,
   * one or two songs, a copied song, or a synthetic voice.
   */
  readonly says:
    | "damaged"
    | "plain"
    | "cut"
    | "quiet"
    | "song"
    | "stems"
    | "mashup"
    | "copied"
    | "voice";
}

/** File names in `runtime/public/samples`, by panel and preset (`bench/audio/make-samples.ts`). */
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
  "editor/edit": "edit",
  "editor/trim": "trim",
  "editor/volume": "volume",
  "download/audio": "song-copy",
  "download/mp3": "song-copy",
  "download/playlist": "song-copy",
};

/**
 * File names of the videos in that folder, by panel and preset (`bench/page/make-video-samples.ts`).
 */
export const VIDEO_NAMES: Readonly<Record<string, string>> = {
  "animation/animation": "animation",
  "video/video": "video",
};

/** URLs of a tool's sample video and of its poster image; null without a video. */
export function videoSampleOf({
  panel,
  preset,
}: Pick<ToolPage, "panel" | "preset">): { readonly video: string; readonly poster: string } | null {
  const name = VIDEO_NAMES[`${panel}/${preset}`];
  return name === undefined
    ? null
    : { video: `/samples/${name}.mp4`, poster: `/samples/${name}.jpg` };
}

/**
 * Tools that start without a recording, by panel and preset, and the description of their sample.
 */
export const MADE_SAYS = {
  "tts/tts": "tts",
  "asmr/asmr": "asmr",
  "podcast/podcast": "podcast",
} as const;

/** A sound that a tool made from only a text or its settings. */
export interface MadeSample {
  readonly says: (typeof MADE_SAYS)[keyof typeof MADE_SAYS];
  /** URL of the sound. */
  readonly sound: string;
}

/**
 * The sample of a tool that works without a recording (`bench/audio/make-made-samples.ts`); null
 * for others.
 * @param locale code of the page's language, which the text-to-speech sample is spoken in
 */
export function madeSampleOf(
  { panel, preset }: Pick<ToolPage, "panel" | "preset">,
  locale: string,
): MadeSample | null {
  const key = `${panel}/${preset}`;
  if (!(key in MADE_SAYS)) return null;
  const says = MADE_SAYS[key as keyof typeof MADE_SAYS];
  // A language that a site has added has no spoken sample yet.
  const spoken = locale in SPOKEN_LANGUAGES ? locale : "en";
  return { says, sound: `/samples/${says === "tts" ? `tts-${spoken}` : says}.mp3` };
}

/** Whether a tool page has a sample sound or video. */
export const hasSample = (page: ToolPage): boolean =>
  page.available === true &&
  (sampleOf(page) ?? videoSampleOf(page) ?? madeSampleOf(page, page.locale)) !== null;

/** Source of the sentences in all samples: "Sense and Sensibility", read for LibriVox. */
export const SPOKEN = {
  language: "en",
  text: "He was not an ill disposed young man. He might even have been made amiable himself.",
} as const;

/**
 * The part that is missing after processing, and the length of the sound before, in seconds:
 * the pause that `toolkit process` found in `silence-before`, and the ranges of
 * `bench/audio/make-edit-samples.ts`.
 */
const CUTS: Readonly<Record<string, ToolSample["shortened"]>> = {
  silence: { start: 2.8, end: 4.49, seconds: 7.85 },
  edit: { start: 3, end: 4.3, seconds: 7.85 },
  trim: { start: 2.9, end: 6.34, seconds: 6.34 },
};
const SAYS: Readonly<Record<string, ToolSample["says"]>> = {
  "song-stems": "stems",
  "song-copy": "copied",
  profile: "voice",
  mashup: "mashup",
  voice: "plain",
  edit: "cut",
  trim: "cut",
  volume: "quiet",
};

/** The sample of a tool; null if the tool has none. */
export function sampleOf({ panel, preset }: Pick<ToolPage, "panel" | "preset">): ToolSample | null {
  const name = SAMPLE_NAMES[`${panel}/${preset}`];
  if (name === undefined) return null;
  return {
    name,
    before: `/samples/${beforeOf(name)}-before.mp3`,
    after: `/samples/${name}-after.mp3`,
    ...(CUTS[name] && { shortened: CUTS[name] }),
    says: SAYS[name] ?? (name.startsWith("song-") ? "song" : "damaged"),
  };
}
