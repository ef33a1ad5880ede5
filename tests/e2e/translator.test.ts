import fs from "node:fs";
import path from "node:path";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import type { Speech } from "#audio/speech/speech.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { violationsInThemes } from "./access.ts";
import { useFullBrowser, watch } from "./browser.ts";
import { haveText } from "./engines.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { readWav, stereoWav } from "./sounds.ts";

useFullBrowser();
const site = useRealSite();
const voice = openVoice();
afterAll(() => voice.close());

const VIDEO = path.join(import.meta.dirname, "../fixtures/films/film.webm");
const SECONDS = 12;
const LINES = [
  [1, 4.5, "The morning train was late again.", "Der Morgenzug war wieder zu spät."],
  [6, 9, "Nobody seemed to mind.", "Niemanden schien es zu stören."],
] as const;
const stamp = (seconds: number): string => `00:00:0${seconds.toFixed(3).replace(".", ",")}`;
const srt = LINES.map(
  ([from, to, text], at) => `${at + 1}\n${stamp(from)} --> ${stamp(to)}\n${text}\n`,
).join("\n");

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
let made: Promise<Given> | undefined;
/** Two lines of speech in the middle, over a chord at the sides. */
const recording = (): Promise<Given> => (made ??= makeRecording());
async function makeRecording(): Promise<Given> {
  const spoken: (Speech & { readonly from: number })[] = [];
  for (const [from, , text] of LINES)
    spoken.push({ from, ...(await voice.speak(text, { language: "en", voice: "m3", rate: 140 })) });
  const rate = spoken[0]!.sampleRate;
  const buffer = stereoWav({ seconds: SECONDS, rate }, (time) => {
    const rendered = spoken.reduce(
      (sum, { from, samples }) => sum + (samples[Math.round((time - from) * rate)] ?? 0),
      0,
    );
    const chord = (root: number): number =>
      [1, 1.25, 1.5].reduce(
        (sum, part) => sum + 0.03 * Math.sin(2 * Math.PI * root * part * time),
        0,
      );
    return [rendered + chord(196), rendered + chord(220)];
  });
  return { name: "talk.wav", mimeType: "audio/wav", buffer };
}

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const result = (page: Page) => panel(page).getByRole("region", { name: "Result" });
const targets = (page: Page) => panel(page).getByRole("textbox", { name: /^Translation at/ });
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

async function choose(page: Page, button: string | RegExp, name: string, text: string | Buffer) {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    panel(page).getByRole("button", { name: button }).press("Enter"),
  ]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}
async function download(page: Page, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    panel(page).getByRole("button", { name }).press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}

describe("a translation", () => {
  it("TLS-1 TLS-4 USR-7 USR-10 is imported, translated by hand and by a file, dubbed, saved with subtitles, and there after a reload", async () => {
    await withNewcomer(site(), "/ai-audio-translator", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [await recording()]);

      // An invalid transcript is reported, and nothing starts without a valid one.
      await choose(page, "Import a transcript", "photo.srt", Buffer.from([0xff, 0xd8, 0, 1]));
      await panel(page).getByText("This file is not plain text").waitFor();
      expect(await panel(page).getByRole("button", { name: "Create dub" }).count()).toBe(0);
      await choose(page, "Import a transcript", "talk.srt", srt);
      await targets(page).first().waitFor();
      expect(await targets(page).count()).toBe(2);
      await panel(page).getByRole("combobox", { name: "Translate into" }).selectOption("de");

      // By hand: the first line; by a file that comes back from a translator: the second one.
      await targets(page).first().fill(LINES[0][3]);
      const xliff = (await download(page, "Save as XLIFF")).toString();
      expect(xliff).toContain('trgLang="de"');
      expect(xliff).toContain(LINES[0][3]);
      const returned = xliff.replace(
        `${LINES[1][2]}</source>`,
        `${LINES[1][2]}</source><target>${LINES[1][3]}</target>`,
      );
      await choose(page, "Import a translation", "talk-de.xlf", returned);
      await expect.poll(() => targets(page).nth(1).inputValue()).toBe(LINES[1][3]);

      // Subtitles need no dub: in one file, each line has both languages, the translation first.
      const both = (await download(page, "Subtitles in both languages")).toString();
      expect(both).toContain(`00:00:01,000 --> `);
      expect(both).toContain(`\n${LINES[0][3]}\n${LINES[0][2]}\n`);
      expect(await creditsLeft()).toBe(before);

      // One line is spoken alone, for nothing, and its length is known then.
      await panel(page)
        .getByRole("button", { name: /^Speak the translation at 0:01/ })
        .click();
      await panel(page).locator("[data-fit]", { hasNotText: "≈" }).first().waitFor();
      await shoot(page, "translator-lines");

      await start(page).click();
      await result(page).getByText("Synthetic voice").waitFor({ timeout: 120_000 });
      await expect.poll(creditsLeft).toBe(before - 2);
      await shoot(page, "translator", { isResult: true });
      const { channels, rate } = readWav(await download(page, /^Download(?! \d)/));
      expect(channels[0]!.length / rate).toBeCloseTo(SECONDS, 2);
      for (const [at, language] of ["English", "German"].entries()) {
        const text = await download(page, new RegExp(`^Subtitles in.*${language}`));
        expect(readLyrics(text.toString()).lines.map((line) => line.from)).toEqual([1, 6]);
        expect(text.toString()).toContain(LINES[0][2 + at]);
      }

      await page.reload();
      await expect.poll(() => targets(page).nth(1).inputValue()).toBe(LINES[1][3]);
      expect(await panel(page).innerText()).not.toMatch(/panel-translator|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });
});

it(
  "TLS-6 a film gets the dub as a second track, and keeps its picture and its sound",
  inLongRun,
  async () => {
    await withNewcomer(site(), "/ai-audio-translator", {}, async (page) => {
      await addFiles(page, [
        { name: "film.webm", mimeType: "video/webm", buffer: fs.readFileSync(VIDEO) },
      ]);
      await choose(
        page,
        "Import a transcript",
        "film.vtt",
        "WEBVTT\n\n00:00.200 --> 00:01.800\nHello\n",
      );
      await panel(page).getByRole("combobox", { name: "Translate into" }).selectOption("es");
      await targets(page).first().fill("Hola");
      await panel(page).getByRole("combobox", { name: "Under the voice" }).selectOption("original");
      await start(page).click();
      await panel(page).getByText("the new audio is a second track").waitFor();
      const [before, after] = [
        fs.readFileSync(VIDEO),
        await download(page, /^Download(?! \d)/),
      ].map((bytes) => new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }));
      const pictures = async (input: Input | undefined): Promise<string[]> => {
        const found: string[] = [];
        const track = (await input!.getPrimaryVideoTrack())!;
        for await (const { data } of new EncodedPacketSink(track).packets())
          found.push(Buffer.from(data).toString("base64"));
        return found;
      };
      expect(await pictures(after)).toEqual(await pictures(before));
      const tracks = await after!.getAudioTracks();
      expect(await Promise.all(tracks.map((track) => track.getLanguageCode()))).toEqual([
        expect.any(String),
        "spa",
      ]);
      expect(await tracks[1]!.computeDuration()).toBeCloseTo(2, 1);
    });
  },
);

describe.each([
  ["en", { viewport: { width: 390, height: 844 } }],
  ["ar", { viewport: { width: 1440, height: 900 } }],
] as const)("a translation in %s", (locale, options) => {
  it("TLS-1 A11Y fits its screen and breaks no rule of accessibility", inLongRun, async () => {
    const path = locale === "en" ? "/ai-audio-translator" : "/ar/ai-audio-translator";
    await withNewcomer(site(), path, options, async (page) => {
      await addFiles(page, [await recording()]);
      await haveText(page);
      const field = panel(page).locator("textarea").first();
      await field.fill(srt);
      expect(await violationsInThemes(page, "before the text is taken")).toEqual([]);
      await shoot(page, `translator-source-${locale}`);
      await field.press("Tab");
      await page.keyboard.press("Enter");
      await panel(page).locator("li textarea").first().waitFor();
      await panel(page).locator("li textarea").nth(1).fill(LINES[0][3]);
      await shoot(page, `translator-${locale}`);
      const wide = await page.evaluate(
        () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
      );
      expect(wide).toBeLessThanOrEqual(options.viewport.width);
      expect(await violationsInThemes(page, "with lines")).toEqual([]);
    });
  });
});
