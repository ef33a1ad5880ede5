import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import type { Page } from "playwright";
import { afterAll, describe, expect, it } from "vitest";
import { hardest, inLongRun, sampleOf } from "../left-out.ts";
import { useBrowser, watch } from "./browser.ts";
import { haveText } from "./engines.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { stereoWav, voiceAt, wavOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bad-speech-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));
function put(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, bytes);
  return file;
}
/** A recording of four hours: behind a second of it the file is a hole. */
function longWav(): string {
  const bytes = Buffer.from(wavOf({ seconds: 1, rate: 8000 }, voiceAt));
  const data = 4 * 3600 * 16_000;
  bytes.writeUInt32LE(36 + data, 4);
  bytes.writeUInt32LE(data, 40);
  const file = put("long.wav", bytes);
  fs.truncateSync(file, 44 + data);
  return file;
}

/** A film without its sound. */
async function createMutedVideo(): Promise<string> {
  const video = path.resolve(import.meta.dirname, "../fixtures/films/film.webm");
  const source = new BufferSource(fs.readFileSync(video));
  const input = new Input({ formats: ALL_FORMATS, source });
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const whole = await Conversion.init({ input, output, audio: { discard: true } });
  await whole.execute();
  return put("mute.webm", new Uint8Array(target.buffer!));
}

const picture = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/site.png"));
const font = Buffer.concat([Buffer.from("wOF2\u0000\u0001"), Buffer.alloc(5000, "glyf")]);
/** Files that are no recording, and what is said of them. */
const FOREIGN: readonly [file: string, told: string][] = [
  [put("picture.png", picture), "This file format is not supported"],
  [put("picture.mp3", picture), "this is a PNG file without audio"],
  [put("font.mp3", font), "This file cannot be read"],
  [put("empty.wav", new Uint8Array()), "This file is empty"],
];
const brief = put("brief.wav", wavOf({ seconds: 0.1 }, voiceAt));
const silent = put(
  "silent.wav",
  stereoWav({ seconds: 12, rate: 16_000 }, () => [0, 0]),
);
const long = longWav();

const bring = (page: Page, files: readonly string[]): Promise<void> =>
  page
    .locator("dialog[open] input[type=file]")
    .first()
    .setInputFiles([...files]);
/** Presses a button by its key, once it is enabled: a key on a disabled button does nothing. */
const press = (page: Page, name: string) =>
  panel(page).getByRole("button", { name, disabled: false }).press("Enter");
const text = (page: Page) => panel(page).locator("textarea").first();
const WORDS = "Good morning. How are you?";

describe.each(hardest(["/ai-audio-to-text", "/ai-audio-translator", "/voice-cloning"]))(
  "%s",
  (tool) => {
    it("TLS-4 says of each file why it is no recording, and takes none", async () => {
      await withNewcomer(site(), tool, {}, async (page) => {
        const pageErrors = watch(page);
        await bring(
          page,
          FOREIGN.map(([file]) => file),
        );
        for (const [file, message] of FOREIGN)
          await page
            .getByRole("listitem")
            .filter({ hasText: path.basename(file) })
            .filter({ hasText: message })
            .first()
            .waitFor();
        expect(await page.locator("[data-start]:enabled").count()).toBe(0);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    });
  },
);

describe("a transcript", () => {
  it(
    "TLS-4 USR-10 of a film without sound is refused, costs nothing, and its text stays",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/ai-audio-to-text", {}, async (page, creditsLeft) => {
        const before = await creditsLeft();
        await bring(page, [await createMutedVideo()]);
        await haveText(page);
        await text(page).fill(WORDS);
        await press(page, "Align the transcript");
        await panel(page).getByText("This video has no audio track").first().waitFor();
        await expect.poll(creditsLeft).toBe(before);
        expect(await text(page).inputValue()).toBe(WORDS);
      });
    },
  );

  it("TLS-4 USR-10 of silence is refused, costs nothing, and its text stays", async () => {
    await withNewcomer(site(), "/ai-audio-to-text", {}, async (page, creditsLeft) => {
      const before = await creditsLeft();
      await bring(page, [silent]);
      await haveText(page);
      await text(page).fill(WORDS);
      await press(page, "Align the transcript");
      await panel(page).getByText("There is no sound in this file").waitFor();
      await expect.poll(creditsLeft).toBe(before);
      expect(await text(page).inputValue()).toBe(WORDS);
    });
  });

  it("TLS-4 of a tenth of a second does not match its text, and says so", inLongRun, async () => {
    await withNewcomer(site(), "/ai-audio-to-text", {}, async (page) => {
      await bring(page, [brief]);
      await haveText(page);
      await text(page).fill(WORDS);
      await press(page, "Align the transcript");
      await panel(page).getByText("does not seem to match the recording").waitFor();
      expect(await text(page).inputValue()).toBe(WORDS);
    });
  });

  it("TLS-4 USR-10 of four hours says what it costs before anything is read, and is not begun without it", async () => {
    await withNewcomer(site(), "/ai-audio-to-text", {}, async (page, creditsLeft) => {
      const before = await creditsLeft();
      await bring(page, [long]);
      await haveText(page);
      await text(page).fill(WORDS);
      await panel(page).getByText("Costs 240 credits").waitFor();
      await press(page, "Align the transcript");
      await page.getByRole("dialog", { name: "Not enough credits" }).waitFor();
      expect(await creditsLeft()).toBe(before);
    });
  });
});

describe("a dub", () => {
  it("TLS-4 of silence has no lines, is told why, and its text stays", inLongRun, async () => {
    await withNewcomer(site(), "/ai-audio-translator", {}, async (page) => {
      await bring(page, [silent]);
      await haveText(page);
      await text(page).fill(WORDS);
      await press(page, "Use this text");
      await page.getByText("There is no sound in this file").first().waitFor();
      expect(await text(page).inputValue()).toBe(WORDS);
    });
  });

  it(
    "TLS-4 USR-10 of four hours takes subtitles to its end at once, and says what it costs",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/ai-audio-translator", {}, async (page) => {
        await bring(page, [long]);
        await haveText(page);
        await text(page).fill("1\n03:59:50,000 --> 03:59:55,000\nGood night.\n");
        await press(page, "Use this text");
        const target = panel(page).getByRole("textbox", { name: /^Translation at 3:59:50/ });
        await target.fill("Buenas noches.");
        await panel(page).getByText("Costs 480 credits").waitFor();
        await press(page, "Create dub");
        await page.getByRole("dialog", { name: "Not enough credits" }).waitFor();
        await page.keyboard.press("Escape");
        expect(await target.inputValue()).toBe("Buenas noches.");
      });
    },
  );
});

it.each(
  sampleOf(1, [
    ["silence", silent, "Nothing can be heard in it"],
    ["a tenth of a second", brief, "It is shorter than 10 seconds"],
    ["four hours", long, "It is longer than 3 minutes"],
  ]),
)("TLS-4 of %s no voice is made, and why is said", async (_, file, message) => {
  await withNewcomer(site(), "/voice-cloning", {}, async (page) => {
    const pageErrors = watch(page);
    await bring(page, [file]);
    await panel(page).getByRole("region", { name: "Sample" }).getByText(message).waitFor();
    expect(await panel(page).getByRole("button", { name: "Record the sentence" }).count()).toBe(0);
    expect(await panel(page).locator("[data-start]:enabled").count()).toBe(0);
    expect(faultsOf(pageErrors)).toEqual([]);
  });
});

it("TLS-4 a file that is no voice of this site is not imported, whatever it is called", async () => {
  await withNewcomer(site(), "/voice-cloning", {}, async (page) => {
    const pageErrors = watch(page);
    const own = panel(page).getByRole("region", { name: "Voices on this device" });
    for (const [name, content] of [
      ["<img src=x onerror=alert(1)>.json", "{}"],
      ["half.voice.json", '{"kind":"voice-profile","voice":{"version":1,"id":"own-'],
      ["later.voice.json", '{"kind":"voice-profile","voice":{"version":2,"id":"own-abcdefgh"}}'],
      ["picture.voice.json", picture.toString("latin1")],
    ] as const) {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        own.getByRole("button", { name: "Import a voice" }).press("Enter"),
      ]);
      await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
      await own.getByText("is not a voice from this site").waitFor();
      await own.getByText("None yet.").waitFor();
    }
    expect(faultsOf(pageErrors)).toEqual([]);
  });
});
