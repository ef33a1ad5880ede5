import fs from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { type FakeOpenAi, openFakeOpenAi } from "../fake-openai/fake-openai.ts";
import {
  decoderGraph,
  encoderGraph,
  MOONSHINE_FORM,
  spokenTokens,
} from "../nets/moonshine-graphs.ts";
import { useFullBrowser, watch } from "./browser.ts";
import { chooseEngine, engine, haveText, ladder } from "./engines.ts";
import { addFiles } from "./enhance-site.ts";
import { type TestModel, offerModel } from "./offer-model.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { stereoWav, wavOf } from "./sounds.ts";

const SPOKEN = [
  { word: "Good", start: 0.3, end: 0.6 },
  { word: "morning.", start: 0.6, end: 1.2 },
];
let fake: FakeOpenAi;
beforeAll(async () => {
  fake = await openFakeOpenAi([SPOKEN]);
});
useFullBrowser();
const site = useRealSite({
  hosted: () => ({ endpoint: fake, models: { transcription: "whisper-1" } }),
});
afterAll(() => fake.close());

const PATH = "/ai-audio-to-text";
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const lines = (page: Page) => panel(page).locator("[data-line]");
const start = (page: Page) => panel(page).locator("[data-start]:enabled");
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

const hum = {
  name: "hum.wav",
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds: 2, rate: 16_000, channels: 1 }, (time) => {
    const value = 0.2 * Math.sin(900 * time * (1 + time));
    return [value, value];
  }),
};
const silence = {
  name: "silence.wav",
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds: 2, rate: 16_000, channels: 1 }, () => [0, 0]),
};

const TOKENS = ["<unk>", "<s>", "</s>", "▁one", "▁two", "▁three"];
/** A net that says the tokens of a sound. */
const TINY: TestModel = {
  id: "tiny",
  name: "Tiny",
  task: "transcript",
  form: MOONSHINE_FORM,
  languages: ["en"],
  quality: [{ measure: "wer", value: 4.2, on: "LibriVox", source: "a test" }],
  nets: {
    encoder: encoderGraph(),
    decoder: decoderGraph(MOONSHINE_FORM),
    vocabulary: Buffer.from(
      JSON.stringify({
        model: { vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])) },
      }),
    ),
  },
};

it(
  "TLS-5 TLS-8 a studio model is brought, writes while it hears, and gives the credits back for silence",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), PATH, {}, async (page, creditsLeft) => {
      await offerModel(page, TINY);
      const pageErrors = watch(page);
      const before = await creditsLeft();
      const spoken = spokenTokens([3, 4, 5, 3, 2, 2, 2, 2, 2, 2]);
      const buffer = Buffer.from(
        wavOf(
          { seconds: spoken.length / 16_000, rate: 16_000 },
          (time) => spoken[Math.round(time * 16_000)] ?? 0,
        ),
      );
      await addFiles(page, [{ name: "count.wav", mimeType: "audio/wav", buffer }]);
      expect(await engine(page, "Tiny").isChecked()).toBe(true);
      await panel(page).getByText("4.2 of 100 words wrong").waitFor();
      // One press brings the model and starts: the job waits for it.
      await panel(page)
        .getByRole("button", { name: /^Download the model .* and start$/ })
        .click();
      await lines(page).first().waitFor();
      expect(await lines(page).getByRole("option").allTextContents()).toEqual([
        "one",
        "two",
        "three",
        "one",
      ]);
      await panel(page).getByText("Written by the studio model Tiny").waitFor();
      await expect.poll(creditsLeft).toBe(before - 1);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);

it(
  "TLS-4 TLS-9 where the model's source is down, no engine is offered that does not exist, and the visitor's own text is aligned",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), PATH, {}, async (page, creditsLeft) => {
      const before = await creditsLeft();
      await offerModel(page, TINY);
      await page.context().route("**/models/tiny/*", (route) => route.fulfill({ status: 404 }));
      await addFiles(page, [hum]);
      await start(page).click();
      await ladder(page).getByText("The model is not available at its source").waitFor();
      expect(await panel(page).getByText("built-in engine").count()).toBe(0);
      await expect.poll(creditsLeft).toBe(before);
      await shoot(page, "transcript-source-down");
      await haveText(page);
      await panel(page).getByLabel("Transcript", { exact: true }).fill("Good morning.");
      expect(
        await panel(page).getByRole("button", { name: "Align the transcript" }).isEnabled(),
      ).toBe(true);
    });
  },
);

it(
  "TLS-4 TLS-8 a recording without speech costs nothing, and says what to try",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), PATH, {}, async (page, creditsLeft) => {
      await offerModel(page, TINY);
      const before = await creditsLeft();
      await addFiles(page, [silence]);
      expect(await engine(page, "Tiny").isChecked()).toBe(true);
      await start(page).click();
      await panel(page).getByText("No speech was found").waitFor();
      await expect.poll(creditsLeft).toBe(before);
    });
  },
);

it(
  "TLS-8 the browser's own recognizer hears the recording on the device, and its words are timed",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), PATH, {}, async (page) => {
      const pageErrors = watch(page);
      // As the Web Speech API is described, with its part for work on the device.
      await page.addInitScript(() => {
        class Recognition extends EventTarget {
          lang = "";
          continuous = false;
          interimResults = false;
          processLocally = false;
          static async available({
            langs,
            processLocally,
          }: {
            langs: string[];
            processLocally: boolean;
          }) {
            if (!processLocally) throw new Error("It may not leave the device");
            return langs[0] === "en-US" ? "downloadable" : "unavailable";
          }
          static async install({ langs }: { langs: string[] }) {
            return langs[0] === "en-US";
          }
          start(track: MediaStreamTrack) {
            if (track.kind !== "audio" || track.readyState !== "live" || !this.processLocally)
              throw new DOMException("", "InvalidStateError");
            const say = (transcript: string, isFinal: boolean): void => {
              const result = Object.assign([{ transcript, confidence: 0.4 }], { isFinal });
              this.dispatchEvent(
                Object.assign(new Event("result"), { resultIndex: 0, results: [result] }),
              );
            };
            setTimeout(() => say("good", false), 600);
            setTimeout(() => say("good morning", true), 1500);
          }
          abort() {}
        }
        Object.assign(globalThis, { SpeechRecognition: Recognition });
      });
      await page.reload();
      await addFiles(page, [hum]);
      await chooseEngine(page, "Browser’s speech recognition");
      await panel(page).getByText("It listens in real time").waitFor();
      expect(await panel(page).getByLabel("Spoken language").inputValue()).toBe("en");
      // The list is searched by any of its names (CMP-1).
      await panel(page).getByLabel("Search languages").fill("日语");
      await expect
        .poll(() => panel(page).getByLabel("Spoken language").locator("option").allTextContents())
        .toEqual(["English", "Japanese"]);
      await panel(page).getByLabel("Search languages").fill("");
      await start(page).click();
      await lines(page).first().waitFor();
      const words = lines(page).getByRole("option");
      expect(await words.allTextContents()).toEqual(["good", "morning"]);
      // Of what the recognizer is not sure, the words are marked.
      expect(await words.first().getAttribute("data-unsure")).toBe("");
      await panel(page).getByText("this browser’s speech recognition on this device").waitFor();
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);

it("TLS-4 TLS-8 USR-10 a recognizer that cannot be installed costs nothing, and says what to do", async () => {
  await withNewcomer(site(), PATH, {}, async (page, creditsLeft) => {
    await page.addInitScript(() => {
      class Recognition {
        static available = async () => "downloadable";
        static install = async () => false;
      }
      Object.assign(globalThis, { SpeechRecognition: Recognition });
    });
    await page.reload();
    const before = await creditsLeft();
    await addFiles(page, [hum]);
    await chooseEngine(page, "Browser’s speech recognition");
    await start(page).click();
    await panel(page).getByText("could not install its speech recognition").first().waitFor();
    await expect.poll(creditsLeft).toBe(before);
  });
}, 200_000);

it(
  "TLS-8 USR-10 the hosted model is named, says that sound is sent, and is paid by its use",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), PATH, {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [hum]);
      await chooseEngine(page, "Cloud: whisper-1");
      await panel(page).getByText("Your recording is sent").waitFor();
      expect(await panel(page).getByText("nothing is uploaded").count()).toBe(0);
      await shoot(page, "transcript-hosted");
      await start(page).click();
      await lines(page).first().waitFor();
      expect(await lines(page).getByRole("option").allTextContents()).toEqual(["Good", "morning."]);
      await expect.poll(creditsLeft).toBe(before - 1);
      expect(fake.requests).toHaveLength(1);
      expect(fake.requests[0]!.file.bytes.length).toBe(44 + 2 * 16_000 * 2);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        (async () => {
          await panel(page).getByLabel("Save as").selectOption("json");
          await panel(page).getByRole("button", { name: "Save the transcript" }).press("Enter");
        })(),
      ]);
      expect(JSON.parse(fs.readFileSync(await file.path(), "utf8"))).toMatchObject({
        engine: "hosted",
        model: "whisper-1",
        language: "en",
        segments: [
          {
            start: 0.3,
            words: [
              { word: "Good", start: 0.3 },
              { word: "morning.", start: 0.6 },
            ],
          },
        ],
      });
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);

it(
  "TLS-4 a file that is no text, or too long, is told, and what was there stays",
  { ...inLongRun, timeout: 120_000 },
  async () => {
    await withNewcomer(site(), PATH, {}, async (page) => {
      const pageErrors = watch(page);
      await addFiles(page, [hum]);
      await haveText(page);
      const field = panel(page).locator("textarea").first();
      await field.fill("Kept text.");
      const bring = async (name: string, buffer: Buffer): Promise<void> => {
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          panel(page).getByRole("button", { name: "Import a text file" }).click(),
        ]);
        await chooser.setFiles([{ name, mimeType: "text/plain", buffer }]);
      };
      for (const bytes of [
        Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41]),
        Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
        Buffer.alloc(100),
      ]) {
        await bring("a.txt", bytes);
        await panel(page).getByText("This file is not plain text").waitFor();
        expect(await field.inputValue()).toBe("Kept text.");
      }
      await bring("long.txt", Buffer.alloc(200_000, "word "));
      await panel(page).getByText("This text is too long").waitFor();
      expect(await field.inputValue()).toBe("Kept text.");
      await bring("wide.txt", Buffer.from("\ufeffSixteen bits.", "utf16le"));
      await expect.poll(() => field.inputValue()).toContain("Sixteen bits.");
      await bring("bad.srt", Buffer.from("1\n00:00:75,000 --> 00:00:01,000\nHello there.\n"));
      await panel(page).getByText("1 time in this text is invalid").waitFor();
      await bring("empty.txt", Buffer.from("  \n"));
      await panel(page).getByText("Paste or import the transcript first").waitFor();
      expect(await start(page).count()).toBe(0);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);
