import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import { offeredModels } from "#core/models/offered.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { recommendedModel, transcriptEngines } from "./recommended-model.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const settings = { baseUrl: "/models", hub: "https://hub.example", accept: [] };
const offered = offeredModels(loadRegistry(HOME, HOME), loadLock(HOME, HOME), settings);

describe("the model that is recommended for transcripts", () => {
  it("TLS-9 is Moonshine for English, 31 MB, and Whisper for all other languages of the site", () => {
    const languages = DEFAULT_LOCALES.map(({ language }) => language.split("-")[0]!);
    const ids = new Set(
      languages.filter((code) => code !== "en").map((code) => recommendedModel(offered, code)?.id),
    );
    expect(recommendedModel(offered, "en")).toMatchObject({
      id: "moonshine-tiny-en",
      bytes: 30_471_755,
    });
    expect([...ids]).toEqual(["whisper-base"]);
    // Nothing else detects what is spoken.
    expect(recommendedModel(offered, null)?.id).toBe("whisper-base");
  });

  it("TLS-9 is none where the site offers none for the language", () => {
    expect(recommendedModel([], "en")).toBe(undefined);
    expect(
      recommendedModel(
        offered.filter(({ task }) => task !== "transcript"),
        "en",
      ),
    ).toBe(undefined);
  });
});

describe("the figures of the engines that transcribe", () => {
  const figuresOf = (language: string | null) =>
    transcriptEngines(offered, language).flatMap(({ quality }) => quality);

  it("TLS-9 have the language of their benchmark, since word errors depend on it", () => {
    const figures = loadRegistry(HOME, HOME).flatMap(({ quality }) => quality);
    const wordErrors = figures.filter(({ measure }) => measure === "wer");
    expect(wordErrors.length).toBeGreaterThan(0);
    for (const { language } of wordErrors) expect(language).toBe("en");
  });

  it("TLS-9 are shown for the language that they were measured on only", () => {
    expect(figuresOf("en").map(({ measure }) => measure)).toContain("wer");
    const languages = DEFAULT_LOCALES.map(({ language }) => language.split("-")[0]!);
    for (const language of languages.filter((code) => code !== "en"))
      expect([language, figuresOf(language)]).toEqual([language, []]);
    expect(figuresOf(null)).toEqual([]);
  });
});
