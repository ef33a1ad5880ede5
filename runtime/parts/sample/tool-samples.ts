import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { translationOf } from "./sample-lines.ts";
import { beforeOf } from "./sample-sounds.ts";
import type { FoundRange } from "../../audio/player/time-map.ts";
import type { ToolPage } from "#core/page/page.ts";

/** A short sound on a tool's page, before and after processing. */
export interface ToolSample {
  readonly name: string;
  /** URLs of both sounds; without `after` there is only one. */
  readonly before: string;
  readonly after?: string;
  /** The part that the tool cut out, if any; `seconds` is the length of the sound before. */
  readonly shortened?: FoundRange & { readonly seconds: number };
  /**
   * Which description the sample gets: a reading with an added fault, a plain, cut or quiet reading,
   * one or two songs, a copied song, a synthetic voice, a reading with its words or with its dub, or
   * a file in another format.
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
    | "voice"
    | "words"
    | "dubbed"
    | "converted";
  readonly conversion?: Conversion;
}

/** A file before and after it was converted. */
export interface Conversion {
  readonly from: FileFacts;
  readonly to: FileFacts;
}
interface FileFacts {
  readonly format: string;
  readonly bytes: number;
}
const conversion = (from: string, fromBytes: number, to: string, toBytes: number): Conversion => ({
  from: { format: from, bytes: fromBytes },
  to: { format: to, bytes: toBytes },
});

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
  "download/m4a": "song-m4a",
  "download/ogg": "song-ogg",
  "download/wav": "wav",
  "transcript/transcript": "words",
  "translator/translator": "dub",
};

/**
 * File names of the videos in that folder, by panel and preset (`bench/page/make-video-samples.ts`).
 */
export const VIDEO_NAMES: Readonly<Record<string, string>> = {
  "animation/animation": "animation",
  "video/video": "video",
  "download/mp4": "copy-mp4",
  "download/video": "copy-video",
  "download/shorts": "copy-shorts",
};

/** What `bench/page/make-converted-samples.ts` converted, by the name of the sample. */
export const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  "song-m4a": conversion("WAV", 634_206, "M4A", 133_588),
  "song-ogg": conversion("WAV", 634_206, "OGG", 69_221),
  wav: conversion("MP3", 18_164, "WAV", 95_660),
  "copy-mp4": conversion("MKV", 98_929, "MP4", 101_308),
  "copy-video": conversion("MOV", 184_735, "MP4", 183_433),
  "copy-shorts": conversion("MOV", 204_565, "MP4", 203_267),
};

/** A video on a tool's page. */
export interface VideoSample {
  /** URLs of the video and its poster. */
  readonly video: string;
  readonly poster: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly conversion?: Conversion;
}
/** Posters of videos that are copies of others. */
const POSTERS: Readonly<Record<string, string>> = {
  "copy-mp4": "video",
  "copy-video": "animation",
};

/** A tool's sample video; null without a video. */
export function videoSampleOf({
  panel,
  preset,
}: Pick<ToolPage, "panel" | "preset">): VideoSample | null {
  const name = VIDEO_NAMES[`${panel}/${preset}`];
  if (name === undefined) return null;
  const made = CONVERSIONS[name];
  return {
    video: `/samples/${name}.mp4`,
    poster: `/samples/${POSTERS[name] ?? name}.jpg`,
    ...(name === "copy-shorts" ? { width: 270, height: 480 } : { width: 640, height: 360 }),
    ...(made && { conversion: made }),
  };
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
  (sampleOf(page, page.locale) ?? videoSampleOf(page) ?? madeSampleOf(page, page.locale)) !== null;

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
  words: "words",
};
/** Formats of the sounds after processing; MP3 for others. */
const FORMATS: Readonly<Record<string, string>> = {
  "song-m4a": "m4a",
  "song-ogg": "ogg",
  wav: "wav",
};

/**
 * The sample of a tool; null if the tool has none.
 * @param locale code of the page's language, on which the language of a dub depends
 */
export function sampleOf(
  { panel, preset }: Pick<ToolPage, "panel" | "preset">,
  locale: string,
): ToolSample | null {
  const shared = SAMPLE_NAMES[`${panel}/${preset}`];
  if (shared === undefined) return null;
  const name = shared === "dub" ? `dub-${translationOf(locale)}` : shared;
  const made = CONVERSIONS[name];
  return {
    name,
    before: `/samples/${beforeOf(name)}-before.mp3`,
    ...(name !== "words" && { after: `/samples/${name}-after.${FORMATS[name] ?? "mp3"}` }),
    ...(CUTS[name] && { shortened: CUTS[name] }),
    ...(made && { conversion: made }),
    says: saysOf(name),
  };
}

function saysOf(name: string): ToolSample["says"] {
  if (name in CONVERSIONS) return "converted";
  if (name.startsWith("dub-")) return "dubbed";
  return SAYS[name] ?? (name.startsWith("song-") ? "song" : "damaged");
}
