import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import type { ToolPage } from "#core/page/page.ts";
import { SAMPLE_LINES, translationOf } from "./sample-lines.ts";
import { SAMPLE_TIMES } from "./sample-times.ts";
import {
  VIDEO_NAMES,
  videoSampleOf,
  MADE_SAYS,
  madeSampleOf,
  SAMPLE_NAMES,
  sampleOf,
  hasSample,
  CONVERSIONS,
  SPOKEN,
} from "./tool-samples.ts";

const PUBLIC = path.resolve(import.meta.dirname, "../../public");
const CONTENT = path.resolve(import.meta.dirname, "../../../content/tools");
const LOCALES = fs
  .readdirSync(path.resolve(import.meta.dirname, "../../../locales"))
  .filter((name) => !name.includes("."));
const MAX_BYTES = 50_000;

const tools = fs.readdirSync(CONTENT).map((name) => {
  const text = fs.readFileSync(path.join(CONTENT, name), "utf8");
  const field = (key: string): string => new RegExp(`^${key}: (.+)$`, "m").exec(text)![1]!;
  return { panel: field("panel"), preset: field("preset") };
});

it("TLS-1 every sample belongs to a tool, and every tool that restores or takes apart has one", () => {
  const keys = tools.map(({ panel, preset }) => `${panel}/${preset}`);
  expect(keys).toEqual(expect.arrayContaining(Object.keys(SAMPLE_NAMES)));
  const restoring = ["enhance", "separation", "mashup", "karaoke"];
  for (const tool of tools.filter(({ panel }) => restoring.includes(panel)))
    expect(sampleOf(tool, "en"), tool.preset).not.toBeNull();
  expect(sampleOf({ panel: "editor", preset: "denoise" }, "en")).toBeNull();
});

it("TLS-1 every tool has a sample in every language", () => {
  expect(tools.length).toBe(41);
  const without = LOCALES.flatMap((locale) =>
    tools
      .filter((tool) => !hasSample({ ...tool, locale, available: true } as ToolPage))
      .map(({ preset }) => `${preset}, ${locale}`),
  );
  expect(without).toEqual([]);
});

it.each(LOCALES)(
  "TLS-1 the dub of the translator's sample is in another language: %s",
  (locale) => {
    const code = translationOf(locale);
    expect(code).not.toBe("en");
    expect(SAMPLE_LINES[code]).toHaveLength(SAMPLE_TIMES.starts.length);
    const { after } = sampleOf({ panel: "translator", preset: "translator" }, locale)!;
    const bytes = fs.readFileSync(path.join(PUBLIC, after!));
    expect(bytes.length).toBeLessThan(MAX_BYTES);
    expect(bytes.includes("synthetic-voice")).toBe(true);
    for (const line of SAMPLE_LINES[code]!) expect(bytes.includes(line)).toBe(true);
  },
);

it("TLS-1 each word of the reading has a time, in order", () => {
  const lines = SAMPLE_LINES["en"]!;
  expect(lines.join(" ")).toBe(SPOKEN.text);
  expect(SAMPLE_TIMES.starts.map((times) => times.length)).toEqual(
    lines.map((line) => line.split(" ").length),
  );
  const times: number[] = SAMPLE_TIMES.starts.flat();
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(SAMPLE_TIMES.seconds);
});

it.each(Object.entries(CONVERSIONS))("TLS-1 the sizes of %s are those of its files", (name, it) => {
  const sizeOf = (file: string): number => fs.statSync(path.join(PUBLIC, "samples", file)).size;
  const result = fs
    .readdirSync(path.join(PUBLIC, "samples"))
    .find((file) => file.startsWith(`${name}-after.`) || file === `${name}.mp4`)!;
  expect(it.to).toEqual({
    format: path.extname(result).slice(1).toUpperCase(),
    bytes: sizeOf(result),
  });
  if (name === "wav") expect(it.from.bytes).toBe(sizeOf("wav-before.mp3"));
  expect(it.from.format).not.toBe(it.to.format);
});

const SIGNATURES: Readonly<Record<string, RegExp>> = {
  mp3: /^(ID3|\u00FF[\u00F2\u00F3\u00FB])/,
  m4a: /^....ftyp/s,
  ogg: /^OggS/,
  wav: /^RIFF....WAVE/s,
};

it.each(Object.keys(SAMPLE_NAMES))("TLS-1 the sounds of %s are there, and small", (key) => {
  const [panel, preset] = key.split("/") as [string, string];
  const { before, after, conversion } = sampleOf({ panel, preset }, "en")!;
  for (const sound of [before, ...(after ? [after] : [])]) {
    const bytes = fs.readFileSync(path.join(PUBLIC, sound));
    // A converted file is as large as the format makes it.
    expect(bytes.length).toBeLessThan(conversion && sound === after ? 3 * MAX_BYTES : MAX_BYTES);
    expect(bytes.subarray(0, 12).toString("latin1")).toMatch(
      SIGNATURES[path.extname(sound).slice(1)]!,
    );
  }
});

it.each(Object.keys(VIDEO_NAMES))("TLS-1 the film of %s is there and small", (key) => {
  const [panel, preset] = key.split("/") as [string, string];
  expect(tools).toContainEqual({ panel, preset });
  const { video, poster, conversion } = videoSampleOf({ panel, preset })!;
  const bytes = fs.readFileSync(path.join(PUBLIC, video));
  expect(bytes.length).toBeLessThan(250_000);
  // The metadata comes before the media data, but in a file that is as a tool saves it.
  if (!conversion) expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  const picture = fs.readFileSync(path.join(PUBLIC, poster));
  expect(picture.length).toBeLessThan(30_000);
  expect([...picture.subarray(0, 2)]).toEqual([0xff, 0xd8]);
});

const tts = { panel: "tts", preset: "tts" };
const soundOf = (of: Parameters<typeof madeSampleOf>[0], locale: string): Buffer =>
  fs.readFileSync(path.join(PUBLIC, madeSampleOf(of, locale)!.sound));

it.each(Object.keys(MADE_SAYS))("TLS-1 what %s has made is there, small, and marked", (key) => {
  const [panel, preset] = key.split("/") as [string, string];
  expect(tools).toContainEqual({ panel, preset });
  const bytes = soundOf({ panel, preset }, "en");
  expect(bytes.length).toBeLessThan(200_000);
  expect(bytes.subarray(0, 3).toString("latin1")).toBe("ID3");
  expect(bytes.includes("synthetic-voice")).toBe(true);
});

it.each(Object.keys(SPOKEN_LANGUAGES))(
  "TLS-1 LOC-8 what is spoken in %s is what stands there",
  (code) => {
    const file = path.resolve(import.meta.dirname, `../../../locales/${code}/pages.json`);
    const messages = JSON.parse(fs.readFileSync(file, "utf8")) as {
      tool: { sample: { spoken: string } };
    };
    expect(soundOf(tts, code).includes(messages.tool.sample.spoken)).toBe(true);
  },
);

it("TLS-1 a language that nothing is spoken in hears English", () => {
  expect(madeSampleOf(tts, "sv")).toEqual(madeSampleOf(tts, "en"));
});
