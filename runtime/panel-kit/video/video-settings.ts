import { type VideoFrames, bitrateOf } from "../../audio/find-video-codec.ts";
import { type Template, TEMPLATES } from "../../audio/worker/pictures/gl/templates.ts";
import {
  type Font,
  type Look,
  type Shape,
  type Visual,
  FONTS,
  pixelsOf,
  SHAPES,
  VISUALS,
} from "../../audio/worker/pictures/look.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { type StoredMedia, readStoredMedia } from "../media-store/media-store.ts";
import { objectOf, within } from "../settings/json-values.ts";

/** Settings of drawn videos. */
export interface VideoSettings extends JsonObject {
  readonly look: Look & JsonObject;
  /** Length of the short side in pixels. */
  readonly lines: Lines;
  /** Frames per second. */
  readonly rate: Rate;
  readonly output: VideoOutput;
  readonly media: StoredMedia | null;
  readonly captions: StoredMedia | null;
}
export const LINES = [720, 1080, 1440, 2160] as const;
export type Lines = (typeof LINES)[number];
/** Display names, which are the same in all languages. */
export const LINE_NAMES = { 720: "720p", 1080: "1080p", 1440: "1440p", 2160: "4K" } as const;
export const RATES = [24, 25, 30, 50, 60] as const;
export type Rate = (typeof RATES)[number];
export const VIDEO_OUTPUTS = ["mp4", "webm", "gif", "png"] as const;
export type VideoOutput = (typeof VIDEO_OUTPUTS)[number];
/**
 * Names of video formats, which are the same in all languages; formats without sound have
 * translated names.
 */
export const OUTPUT_NAMES = { mp4: "MP4", webm: "WebM" } as const;

/** Built-in looks by name. */
export const STYLES = {
  night: { color: "#0f1830", second: "#27406e", accent: "#f2b84b", ink: "#f7f3ea" },
  paper: { color: "#faf7f1", second: "#eadfca", accent: "#c2401a", ink: "#1b1813" },
  tide: { color: "#06302f", second: "#0e7c6b", accent: "#9fe8d2", ink: "#f2fbf8" },
  ember: { color: "#24100c", second: "#8a2d14", accent: "#ff9a5c", ink: "#fff3ea" },
  mono: { color: "#101010", second: "#2c2c2c", accent: "#ffffff", ink: "#e8e8e8" },
} as const satisfies Readonly<Record<string, Pick<Look, "color" | "second" | "accent" | "ink">>>;
export type Style = keyof typeof STYLES;

export const DEFAULT_LOOK: Look = {
  shape: "16:9",
  background: "gradient",
  ...STYLES.night,
  fit: "cover",
  shade: 0.5,
  visual: "wave",
  title: "",
  byline: "",
  font: "serif",
  progress: true,
  template: "",
  calm: false,
  clear: true,
  seed: 1,
};

/** The built-in style whose colors a look has; null if it has others. */
export const styleOf = (look: Look): Style | null =>
  (Object.keys(STYLES) as Style[]).find((name) =>
    Object.entries(STYLES[name]).every(([part, color]) => look[part as keyof Look] === color),
  ) ?? null;

const COLOR = /^#[0-9a-f]{6}$/;
const LONGEST_TEXT = 200;

/** A stored look; the default for each invalid value. */
export function readLook(value: Json | undefined, defaultLook = DEFAULT_LOOK): Look & JsonObject {
  const stored = objectOf(value);
  const oneOf = <T extends string>(name: keyof Look, all: readonly T[], or: T): T =>
    all.find((one) => one === stored[name]) ?? or;
  const color = (name: "color" | "second" | "accent" | "ink"): string =>
    typeof stored[name] === "string" && COLOR.test(stored[name]) ? stored[name] : defaultLook[name];
  const text = (name: "title" | "byline"): string =>
    typeof stored[name] === "string" ? stored[name].slice(0, LONGEST_TEXT) : "";
  const flag = (name: "progress" | "clear" | "calm"): boolean =>
    typeof stored[name] === "boolean" ? stored[name] : defaultLook[name];
  return {
    shape: oneOf<Shape>("shape", SHAPES, defaultLook.shape),
    background: oneOf(
      "background",
      ["color", "gradient", "media"] as const,
      defaultLook.background,
    ),
    color: color("color"),
    second: color("second"),
    fit: oneOf("fit", ["fill", "cover"] as const, defaultLook.fit),
    shade: within(stored["shade"], [0, 1], defaultLook.shade),
    visual: oneOf<Visual>("visual", VISUALS, defaultLook.visual),
    accent: color("accent"),
    ink: color("ink"),
    title: text("title"),
    byline: text("byline"),
    font: oneOf<Font>("font", FONTS, defaultLook.font),
    progress: flag("progress"),
    clear: flag("clear"),
    template: oneOf<Template | "">(
      "template",
      defaultLook.template === "" ? [] : TEMPLATES,
      defaultLook.template,
    ),
    calm: flag("calm"),
    seed: Math.round(within(stored["seed"], [1, 9999], defaultLook.seed)),
  };
}

export function readVideoSettings(
  value: Json | undefined,
  defaultLook = DEFAULT_LOOK,
): VideoSettings {
  const stored = objectOf(value);
  return {
    look: readLook(stored["look"], defaultLook),
    lines: LINES.find((lines) => lines === stored["lines"]) ?? 1080,
    rate: RATES.find((rate) => rate === stored["rate"]) ?? 30,
    output: VIDEO_OUTPUTS.find((output) => output === stored["output"]) ?? "mp4",
    media: readStoredMedia(stored["media"]),
    captions: readStoredMedia(stored["captions"]),
  };
}

/** Groups of settings that can be folded. */
export const FOLDS = ["look", "format", "text", "colors"] as const;
export type FoldId = (typeof FOLDS)[number];

/** Which groups are open: at first the looks alone. */
export function readFolds(value: Json | undefined): Readonly<Record<FoldId, boolean>> {
  const stored = objectOf(value);
  const isOpen = (id: FoldId): boolean => {
    const own = stored[id];
    return typeof own === "boolean" ? own : id === FOLDS[0];
  };
  return {
    look: isOpen("look"),
    format: isOpen("format"),
    text: isOpen("text"),
    colors: isOpen("colors"),
  };
}

/** Whether a format has no sound. */
export const isStill = (output: VideoOutput): output is "gif" | "png" =>
  output === "gif" || output === "png";

/** Limits of a GIF; beyond them its size is not useful. */
export const GIF = { seconds: 30, lines: 360, rate: 15 } as const;

/** The part of the settings that the encoder needs. */
export function picturesOf({ look, lines, rate, output }: VideoSettings): VideoFrames {
  const isGif = output === "gif";
  const size = pixelsOf(look.shape, isGif ? GIF.lines : lines);
  const own = isGif ? GIF.rate : rate;
  return { size, rate: own, bitrate: bitrateOf(size, own) };
}

/** Start and end in seconds. */
export type Clip = readonly [start: number, end: number];

/** Parameters of a job that draws videos. */
export interface VideoParams extends JsonObject {
  readonly film: VideoSettings;
  /** Ranges of the sound in seconds that each become a video; empty for the whole sound. */
  readonly clips: readonly Clip[];
}
