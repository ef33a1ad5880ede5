import fs from "node:fs";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import type { Speech } from "#audio/speech/speech.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { haveText } from "./engines.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { readWav, stereoWav } from "./sounds.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const site = useRealSite();
const voice = openVoice();
afterAll(() => voice.close());

const PATH = "/ai-audio-to-text";
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const button = (page: Page, name: string | RegExp) => panel(page).getByRole("button", { name });
const lines = (page: Page) => panel(page).locator("[data-line]");
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

interface Recording {
  readonly file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  /** Seconds at which each word begins, by the voice's own events. */
  readonly begins: readonly number[];
}

/** A recording of sentences with rests between them. */
async function record(
  sentences: readonly string[],
  language: string,
  { name = "talk.wav", rest = 1 } = {},
): Promise<Recording> {
  const spoken: { readonly speech: Speech; readonly at: number }[] = [];
  let at = 0.8;
  for (const sentence of sentences) {
    const speech = await voice.speak(sentence, { language, voice: "m3", rate: 140 });
    spoken.push({ speech, at });
    at += speech.samples.length / speech.sampleRate + rest;
  }
  const rate = spoken[0]!.speech.sampleRate;
  const expectedSample = (time: number): number =>
    spoken.reduce(
      (sum, { speech, at: from }) => sum + (speech.samples[Math.round((time - from) * rate)] ?? 0),
      0,
    );
  const buffer = stereoWav({ seconds: at, rate, channels: 1 }, (time) => [
    expectedSample(time),
    expectedSample(time),
  ]);
  const begins = spoken.flatMap(({ speech, at: from }) =>
    speech.words.map((word) => from + word.from),
  );
  return { file: { name, mimeType: "audio/wav", buffer }, begins };
}

async function align(page: Page, { file }: Recording, text: string): Promise<void> {
  await addFiles(page, [file]);
  await haveText(page);
  await panel(page).locator("[data-engine=align]").waitFor();
  await panel(page).locator("textarea").first().fill(text);
  await panel(page).locator("[data-start]:enabled").click();
  await lines(page).first().waitFor({ timeout: 120_000 });
}

async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    button(page, name).press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}
const save = async (page: Page, format: string): Promise<string> => {
  await panel(page).getByLabel("Save as").selectOption(format);
  return String(await download(page, "Save the transcript"));
};

const EN = [
  "The morning train was late again.",
  "Um, nobody seemed to mind.",
  "We talked about the weather for an hour.",
] as const;

describe("a transcript", () => {
  it("TLS-1 USR-10 of a text that is known: aligned, read along, corrected, cut, saved, and there after a reload", async () => {
    const recording = await record(EN, "en");
    await withNewcomer(site(), PATH, {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await align(page, recording, EN.join(" "));
      await expect.poll(creditsLeft).toBe(before - 1);
      await panel(page).getByText("aligned by the built-in engine").waitFor();
      expect(await lines(page).count()).toBe(3);
      await shoot(page, "transcript");

      // Each word within 200 ms of when the voice says it.
      const { segments } = JSON.parse(await save(page, "json")) as {
        segments: { words: { start: number }[] }[];
      };
      const starts = segments.flatMap(({ words }) => words.map(({ start }) => start));
      expect(starts).toHaveLength(recording.begins.length);
      for (const [at, start] of starts.entries())
        expect(Math.abs(start - recording.begins[at]!)).toBeLessThan(0.2);

      // A word is sought by a click, and is marked as the one that is said.
      const train = panel(page).getByRole("option", { name: "train" });
      await train.click();
      await expect.poll(() => train.getAttribute("data-now")).toBe("");

      // Corrected by keyboard; the other words keep their times.
      await page.keyboard.press("F2");
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("The morning train was very late again.");
      await page.keyboard.press("Enter");
      await panel(page).getByRole("option", { name: "very" }).waitFor();
      await panel(page).getByText("Find and replace").click();
      await panel(page).getByLabel("Find", { exact: true }).fill("weather");
      await panel(page).getByLabel("Replace with").fill("storm");
      await button(page, "Replace all").press("Enter");
      await panel(page).getByRole("option", { name: "storm" }).waitFor();
      await button(page, "Undo").press("Enter");
      await panel(page).getByRole("option", { name: "weather" }).waitFor();
      await button(page, "Redo").press("Enter");
      await panel(page).getByRole("option", { name: "storm" }).waitFor();

      // Split and joined, with a speaker and a chapter.
      await panel(page).getByRole("option", { name: "for", exact: true }).click();
      await button(page, "Split here").press("Enter");
      await expect.poll(() => lines(page).count()).toBe(4);
      await button(page, "Join with previous").press("Enter");
      await expect.poll(() => lines(page).count()).toBe(3);
      await panel(page).getByRole("option", { name: "We" }).click();
      await panel(page).getByLabel("Speaker", { exact: true }).selectOption("more");
      await panel(page).getByLabel("Name of speaker 1").fill("Ada");
      await button(page, "Start a chapter").press("Enter");
      await panel(page).getByLabel("Chapter title").fill("Weather");

      // Fillers are cut from the text and from the sound.
      await panel(page).getByText("Filler words and long pauses").click();
      await button(page, "Cut all filler words").press("Enter");
      await shoot(page, "transcript-edited");
      const srt = await save(page, "srt");
      expect(srt).not.toContain("Um");
      expect(readLyrics(srt).problems).toEqual([]);
      expect(srt).toContain("Ada: We talked about the storm for an hour.");
      expect(await save(page, "vtt")).toContain("<v Ada>");
      expect(await save(page, "chapters")).toMatch(/^0:00 Introduction\n0:0\d Weather\n$/);
      expect((await save(page, "docx")).slice(0, 2)).toBe("PK");
      await panel(page).getByLabel("Format").selectOption("wav16");
      const cut = readWav(await download(page, "Save the cut recording"));
      const whole = readWav(recording.file.buffer);
      const shorter = (whole.channels[0]!.length - cut.channels[0]!.length) / whole.rate;
      expect(shorter).toBeGreaterThan(0.1);
      expect(shorter).toBeLessThan(1.5);
      expect(await panel(page).innerText()).not.toMatch(/panel-transcript|undefined|NaN/);

      await page.reload();
      await panel(page).getByRole("option", { name: "storm" }).waitFor();
      expect(await panel(page).getByLabel("Name of speaker 1").inputValue()).toBe("Ada");
      expect(await creditsLeft()).toBe(before - 1);
      await button(page, "Open in the editor").click();
      await page.waitForURL(/ai-audio-editor/);
      await panel(page)
        .getByRole("button", { name: /^Clip talk\.wav, from/ })
        .nth(1)
        .waitFor();
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  }, 300_000);
});

/** Facts about the layout: sizes in pixels, and the length of lines in characters. */
const layoutOf = (page: Page, text: string) =>
  page.evaluate((selector) => {
    const strip = document.querySelector("[data-strip]")!;
    const wave = strip.querySelector("canvas")!.getBoundingClientRect();
    const field = document.querySelector<HTMLElement>(selector)!;
    const style = getComputedStyle(field);
    const pen = document.createElement("canvas").getContext("2d")!;
    pen.font = style.font;
    const sample = "We talked about the weather for an hour, and nobody seemed to mind.";
    const padding = parseFloat(style.paddingInlineStart) + parseFloat(style.paddingInlineEnd);
    const line = field.clientWidth - padding;
    return {
      wave: Math.round(wave.height),
      isWhole: wave.width > 0.9 * strip.closest("[data-layout]")!.clientWidth,
      characters: (line / pen.measureText(sample).width) * sample.length,
      size: parseFloat(style.fontSize),
      ticks: strip.querySelectorAll("[data-ticks] path[d^=M]").length,
      isInside: field.getBoundingClientRect().bottom <= window.innerHeight,
    };
  }, text);

it(
  "TLS-1 TLS-19 the text is in the wide column below its waveform, before and after the run",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    const recording = await record(EN, "en");
    const viewport = { width: 1366, height: 768 };
    await withNewcomer(site(), PATH, { viewport }, async (page) => {
      // The file, that the text is there, and the main action twice.
      let actions = 0;
      const act = (work: Promise<unknown>): Promise<unknown> => {
        actions++;
        return work;
      };
      const main = panel(page).locator("[data-action-bar] [data-primary]:enabled");
      await act(addFiles(page, [recording.file]));
      await act(haveText(page));
      const field = panel(page).locator("textarea").first();
      // Text of any length scrolls in its field, which stays in the window.
      await field.fill(`${EN.join(" ")}\n`.repeat(40));
      await panel(page).locator("[data-strip] canvas").waitFor();
      const draft = await layoutOf(page, "[data-pane=panel] textarea");
      await field.fill(EN.join(" "));
      await act(main.click());
      await lines(page).first().waitFor({ timeout: 120_000 });
      const made = await layoutOf(page, "[data-line] [role=listbox]");
      expect([draft.ticks, made.ticks]).toEqual([0, 2]);
      for (const { wave, isWhole, characters, size, isInside } of [draft, made]) {
        expect({ wave, isWhole, isInside }).toEqual({ wave: 72, isWhole: true, isInside: true });
        expect(characters).toBeGreaterThanOrEqual(45);
        expect(characters).toBeLessThanOrEqual(70);
        expect(size).toBeGreaterThanOrEqual(17);
      }
      // The strip is the only control of the position.
      const sliders = panel(page)
        .locator("[role=slider], input[type=range]")
        .locator("visible=true");
      expect(await sliders.count()).toBe(1);
      // It is saved in one press.
      const saved = page.waitForEvent("download");
      await act(main.click());
      expect((await saved).suggestedFilename()).toBe("talk.txt");
      expect(actions).toBeLessThanOrEqual(4);
    });
  },
);

describe.each([
  ["English", PATH, { viewport: { width: 1280, height: 800 } }, "en", EN],
  [
    "Japanese",
    `/ja${PATH}`,
    { viewport: { width: 1280, height: 800 } },
    "ja",
    ["今朝の電車はまた遅れました。", "誰も気にしていないようでした。"],
  ],
  [
    "Arabic",
    `/ar${PATH}`,
    { viewport: { width: 390, height: 844 } },
    "ar",
    ["القطار تأخر هذا الصباح.", "لم يهتم أحد بذلك."],
  ],
] as const)("a transcript in %s", (name, path, options, language, sentences) => {
  it(
    "TLS-1 A11Y fits its screen and breaks no rule of accessibility",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      const recording = await record(sentences, language);
      await withNewcomer(site(), path, options, async (page) => {
        await align(page, recording, sentences.join("\n"));
        expect(await lines(page).count()).toBe(sentences.length);
        await panel(page).getByRole("option").nth(1).click();
        await shoot(page, `transcript-${name}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(options.viewport.width);
        expect(await violationsInThemes(page, "with a transcript")).toEqual([]);
      });
    },
  );
});
