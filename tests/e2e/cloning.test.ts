import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spokenHeader, toShorts } from "#audio/narration/spoken-wav.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { EARLIER } from "#runtime/panels/cloning/consent/consent-sentence.ts";
import type { OwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { hashOf, makeReceipt } from "#runtime/audio/voices/receipt.ts";
import { inLongRun, isLong } from "../left-out.ts";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { wavOf } from "./sounds.ts";

const TEXT = `My grandmother kept bees behind the old station. Every evening she walked along the fence,
counted the hives and told me which of them would swarm before the weekend, and she was nearly always right.`;
const SPEAKER = { voice: "m6", rate: 150, pitch: 60, range: 45 } as const;
const RATE = 48_000;
const { sentence } = (
  JSON.parse(
    fs.readFileSync(
      path.resolve(import.meta.dirname, "../../runtime/panels/cloning/messages/en.json"),
      "utf8",
    ),
  ) as { readonly consent: { readonly sentence: string } }
).consent;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cloning-"));
const consentFile = path.join(folder, "consent.wav");
const sampleFile = path.join(folder, "lecture.wav");
const otherFile = path.join(folder, "other.wav");
const madeFile = path.join(folder, "made.wav");
/** The sentence of a language as it was before it was reworded. */
const earlier = { language: "zh-tw", said: EARLIER["zh-tw"]![0]! };
const earlierFile = path.join(folder, "earlier.wav");

/** A reading in a voice that is none of the site's, with rests around it. */
async function read(text: string, file: string, language = "en"): Promise<void> {
  const voice = openVoice();
  const { samples, sampleRate } = await voice.speak(text, { ...SPEAKER, language });
  voice.close();
  const rest = 0.8;
  const seconds = samples.length / sampleRate + 2 * rest;
  const bytes = wavOf({ seconds, rate: RATE }, (time) => {
    const position = (time - rest) * sampleRate;
    const at = Math.floor(position);
    const [a, b] = [samples[at] ?? 0, samples[at + 1] ?? 0];
    return 0.7 * (a + (position - at) * (b - a));
  });
  fs.writeFileSync(file, bytes);
}

// The browser is started with a file that is written before the first page is opened.
fs.writeFileSync(
  consentFile,
  wavOf({ seconds: 1, rate: RATE }, () => 0),
);
useBrowser([
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${consentFile}%noloop`,
]);
const site = useRealSite();
beforeAll(async () => {
  await read(TEXT, sampleFile);
  await read(sentence, consentFile);
  await read(
    "The kettle had just begun to sing when the first snow touched the window.",
    otherFile,
  );
  await read(earlier.said, earlierFile, earlier.language);
  const samples = new Float32Array(RATE);
  fs.writeFileSync(
    madeFile,
    Buffer.concat([spokenHeader(RATE, samples.length), Buffer.from(toShorts(samples).buffer)]),
  );
}, 120_000);
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A voice with another recording as its consent, and a receipt that is whole. @param change what it says */
async function forge(text: string, recording: string, change: object = {}): Promise<string> {
  const content = JSON.parse(text) as { voice: OwnVoice; consent: object };
  const bytes = fs.readFileSync(recording);
  const { seal: _seal, version: _version, ...said } = content.voice.receipt;
  const hash = await hashOf(new Blob([bytes]));
  const receipt = await makeReceipt({ ...said, ...change, recording: hash });
  return JSON.stringify({
    ...content,
    voice: { ...content.voice, receipt },
    consent: { type: "audio/wav", base64: bytes.toString("base64") },
  });
}

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const part = (page: Page, name: string) => panel(page).getByRole("region", { name });
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const bring = (page: Page, file: string) =>
  page.locator("dialog[open] input[type=file]").first().setInputFiles(file);

async function openFile(page: Page, button: string, file: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    panel(page).getByRole("button", { name: button }).press("Enter"),
  ]);
  await chooser.setFiles(file);
}
async function download(page: Page, name: RegExp): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    panel(page).getByRole("button", { name }).first().press("Enter"),
  ]);
  return fs.readFileSync(await file.path());
}

describe("a voice from a sample", () => {
  it("TLS-1 USR-7 USR-10 is made once its owner has agreed aloud, speaks, is saved, exported, used and deleted", async () => {
    await withNewcomer(site(), "/voice-cloning", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await bring(page, sampleFile);
      await part(page, "Sample").getByText("can be used").waitFor();
      expect(await start(page).count()).toBe(0);

      // Something else is read first.
      await openFile(page, "Open a recording", otherFile);
      await part(page, "Consent").getByText("does not match the sentence").waitFor();
      if (isLong) {
        // A machine has read the sentence, and its file says so.
        await openFile(page, "Open a recording", madeFile);
        await part(page, "Consent").getByText("made by software").waitFor();
      }
      await panel(page).getByRole("button", { name: "Record the sentence" }).press("Enter");
      await panel(page).getByRole("button", { name: "Done" }).waitFor();
      await expect
        .poll(() => part(page, "Consent").getByRole("timer").innerText())
        .toMatch(/^0:1[0-4]/);
      await panel(page).getByRole("button", { name: "Done" }).press("Enter");
      await part(page, "Consent").getByText("Consent given").waitFor();
      await shoot(page, "cloning-consent");

      await panel(page).getByRole("textbox", { name: "Name of the voice" }).fill("Lecture");
      await start(page).press("Enter");
      await panel(page).getByRole("table").waitFor();
      expect(await creditsLeft()).toBe(before - 2);
      await panel(page).getByText("Generated voice.").waitFor();
      await shoot(page, "cloning-result", { isResult: true });
      const saved = await download(page, /^Download/);
      expect(saved.subarray(0, 4000).toString("latin1")).toContain("synthetic-voice");

      const own = part(page, "Voices on this device");
      await own.getByText("Receipt of the consent").press("Enter");
      await own.getByText("Receipt and recording are unchanged.").waitFor();
      const file = path.join(folder, "lecture.voice.json");
      fs.writeFileSync(file, await download(page, /^Export the voice Lecture/));
      await own.getByRole("button", { name: "Delete Lecture" }).press("Enter");
      await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
      await own.getByText("None yet.").waitFor();
      // What is refused is tested beside voices and receipts, too.
      if (isLong) {
        const changed = path.join(folder, "changed.voice.json");
        fs.writeFileSync(
          changed,
          fs.readFileSync(file, "utf8").replace("I agree", "I do not agree"),
        );
        await openFile(page, "Import a voice", changed);
        await own.getByText("does not match its recording").waitFor();
        // Its receipt fits its recording, in which something else is read.
        const forged = path.join(folder, "forged.voice.json");
        fs.writeFileSync(forged, await forge(fs.readFileSync(file, "utf8"), otherFile));
        await openFile(page, "Import a voice", forged);
        await own.getByText("is not this voice reading the consent").waitFor();
        expect(await own.getByText("None yet.").count()).toBe(1);
        // It was exported before its sentence was reworded, and its owner has read what it said then.
        const old = path.join(folder, "old.voice.json");
        fs.writeFileSync(old, await forge(fs.readFileSync(file, "utf8"), earlierFile, earlier));
        await openFile(page, "Import a voice", old);
        await own.getByText("Lecture", { exact: true }).waitFor();
        await own.getByText("Receipt of the consent").press("Enter");
        await own.getByText(earlier.said).waitFor();
        await openFile(page, "Import a voice", file);
      } else {
        await openFile(page, "Import a voice", file);
        await own.getByText("Receipt of the consent").press("Enter");
      }
      await own.getByText(sentence).waitFor();

      // In text to speech it is one of the voices.
      await own.getByRole("link", { name: "Use in text to speech" }).press("Enter");
      await panel(page)
        .getByRole("radio", { name: /^Lecture/, checked: true })
        .waitFor();
      await panel(page).getByRole("textbox", { name: "Text" }).fill("This is what it says now.");
      await start(page).press("Enter");
      await panel(page).getByText("This is what it says now.").last().waitFor();
      const speech = await download(page, /^Download/);
      expect(speech.subarray(0, 4000).toString("latin1")).toContain("synthetic-voice");

      if (isLong) {
        // In the translator, too: a line is spoken by it.
        await page.goto(new URL("/ai-audio-translator", page.url()).href);
        const subtitle = path.join(folder, "talk.srt");
        fs.writeFileSync(subtitle, "1\n00:00:01,000 --> 00:00:03,000\nGood evening.\n");
        await openFile(page, "Import a transcript", subtitle);
        await panel(page).getByRole("combobox", { name: "Translate into" }).selectOption("de");
        await panel(page).getByLabel("Voice", { exact: true }).selectOption("Lecture");
        await panel(page)
          .getByRole("textbox", { name: /^Translation at/ })
          .fill("Guten Abend.");
        await panel(page)
          .getByRole("button", { name: /^Speak the translation at 0:01/ })
          .press("Enter");
        await panel(page).locator("[data-fit]", { hasNotText: "≈" }).waitFor();
      }
      expect(await panel(page).innerText()).not.toMatch(/panel-\w+:|undefined|NaN/);
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  });
});

describe.each([
  ["en", { viewport: { width: 390, height: 844 } }],
  ["ar", { viewport: { width: 1280, height: 800 } }],
] as const)("a voice in %s", (locale, options) => {
  it(
    "TLS-1 TLS-4 A11Y says why a sample cannot be used, fits its screen, and breaks no rule of accessibility",
    inLongRun,
    async () => {
      const address = locale === "en" ? "/voice-cloning" : "/ar/voice-cloning";
      await withNewcomer(site(), address, options, async (page) => {
        const short = path.join(folder, "short.wav");
        fs.writeFileSync(
          short,
          wavOf({ seconds: 4, rate: 16_000 }, () => 0),
        );
        await bring(page, short);
        await panel(page).getByRole("alert").waitFor();
        expect(await start(page).count()).toBe(0);
        await bring(page, sampleFile);
        await panel(page).locator("blockquote").waitFor();
        await shoot(page, `cloning-${locale}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(options.viewport.width);
        expect(await violationsInThemes(page, "with a sample")).toEqual([]);
      });
    },
  );
});
