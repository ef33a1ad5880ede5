import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  VIDEO_NAMES,
  videoSampleOf,
  MADE_SAYS,
  madeSampleOf,
  SAMPLE_NAMES,
  sampleOf,
} from "./tool-samples.ts";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";

const PUBLIC = path.resolve(import.meta.dirname, "../../public");
const CONTENT = path.resolve(import.meta.dirname, "../../../content/tools");
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
    expect(sampleOf(tool), tool.preset).not.toBeNull();
  expect(sampleOf({ panel: "editor", preset: "denoise" })).toBeNull();
});

it.each(Object.keys(SAMPLE_NAMES))("TLS-1 the sounds of %s are there, and small", (key) => {
  const [panel, preset] = key.split("/") as [string, string];
  const { before, after } = sampleOf({ panel, preset })!;
  for (const sound of [before, after]) {
    const bytes = fs.readFileSync(path.join(PUBLIC, sound));
    expect(bytes.length).toBeLessThan(MAX_BYTES);
    expect(bytes.subarray(0, 3).toString("latin1")).toMatch(/^(ID3|\u00FF[\u00F2\u00F3\u00FB])/);
  }
});

it.each(Object.keys(VIDEO_NAMES))(
  "TLS-1 the film of %s is there, small, and begins at once",
  (key) => {
    const [panel, preset] = key.split("/") as [string, string];
    expect(tools).toContainEqual({ panel, preset });
    const { video, poster } = videoSampleOf({ panel, preset })!;
    const bytes = fs.readFileSync(path.join(PUBLIC, video));
    expect(bytes.length).toBeLessThan(250_000);
    // The metadata comes before the media data.
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    const picture = fs.readFileSync(path.join(PUBLIC, poster));
    expect(picture.length).toBeLessThan(30_000);
    expect([...picture.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  },
);

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
