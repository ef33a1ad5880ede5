import fs from "node:fs";
import type { Page, Route } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { type FakeOpenAi, openFakeOpenAi } from "../fake-openai/fake-openai.ts";
import { useFullBrowser, watch } from "./browser.ts";
import { chooseEngine, engine, haveText } from "./engines.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { stereoWav } from "./sounds.ts";

const readMessages = <T>(file: string): T =>
  JSON.parse(fs.readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")) as T;
const KIT = readMessages<{ hosted: Record<"later" | "made", string> }>("locales/ar/panel-kit.json");
const SPACE = readMessages<{ hosted: string }>("locales/ar/workspace.json");
const ARABIC = readMessages<{ start: string; text: { label: string } }>(
  "runtime/panels/tts/messages/ar.json",
);

/** What the model hears in a recording. */
const SPOKEN = [
  { word: "Good", start: 0.5, end: 0.9 },
  { word: "morning.", start: 0.9, end: 1.6 },
];
let fake: FakeOpenAi;
beforeAll(async () => {
  fake = await openFakeOpenAi([SPOKEN]);
});
useFullBrowser();
const site = useRealSite({
  hosted: () => ({
    endpoint: fake,
    models: {
      transcription: "whisper-1",
      chat: { model: "gpt", languages: ["en", "de"] },
      speech: { model: "tts", languages: [], voices: [{ id: "alloy", name: "Alloy" }] },
    },
  }),
});
afterAll(() => fake.close());

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const result = (page: Page) => panel(page).getByRole("region", { name: "Result" });
const lines = (page: Page) => panel(page).getByRole("textbox", { name: /^Line \d/ });
const targets = (page: Page) => panel(page).getByRole("textbox", { name: /^Translation at/ });
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter(
    (text) => !text.startsWith("blob:") && !/\b50[23]\b|ERR_CONNECTION_RESET/.test(text),
  );
const press = (page: Page, name: string | RegExp) =>
  panel(page).getByRole("button", { name }).press("Enter");
const choose = (page: Page, label: string, value: string | { readonly label: string }) =>
  panel(page).getByRole("combobox", { name: label }).selectOption(value);

const TEXT = "Bees dance in the hive. The dance tells where food is. Others follow it.";

it(
  "TLS-4 TLS-8 USR-10 a podcast has its script and a voice from hosted models, says so before and after, and survives a reload",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), "/ai-podcast-maker", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await panel(page).getByRole("textbox", { name: "Text for the episode" }).fill(TEXT);
      await choose(page, "Episode length", "1");
      await choose(page, "Script by", { label: "Cloud: gpt" });
      await panel(page).getByText(`sent to this site and to ${fake.host}`).waitFor();

      // Errors of a model are shown, and cost nothing.
      fake.sayNext({ refusal: "No." });
      await press(page, "Write the script");
      await panel(page).getByText("The cloud model returned no usable result").waitFor();
      expect(site().complaints().join()).toContain("hosted_model_failed");
      await expect.poll(creditsLeft).toBe(before);

      await press(page, "Write the script");
      await lines(page).first().waitFor();
      expect(await lines(page).first().inputValue()).toBe("So, Bees dance in the hive.");
      await expect.poll(creditsLeft).toBe(before - 2);
      await shoot(page, "podcast-hosted-script");

      await choose(page, "Voice of host 1", "hosted-alloy");
      await panel(page).getByText("Cloud voice: your text is sent").waitFor();
      await press(page, "Play line 1");
      await page.getByText("Cloud voices can be heard only once the job has started").waitFor();
      expect(fake.spoken).toEqual([]);
      await press(page, "Create episode");
      await result(page).getByText("Script: written by gpt, a cloud model").waitFor();
      await result(page).getByText("Synthetic voice: Alloy, a cloud voice").waitFor();
      expect(fake.spoken.some(({ input }) => input.includes("Bees dance"))).toBe(true);
      // The script has been paid for, and so has its sound.
      expect(await creditsLeft()).toBe(before - 2);
      await shoot(page, "podcast-hosted", { isResult: true });

      await lines(page).first().fill("My own words.");
      await page.reload();
      await expect.poll(() => lines(page).first().inputValue()).toBe("My own words.");
      expect(await panel(page).innerText()).not.toMatch(/panel-podcast|panel-kit|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);

const SRT = `1
00:00:00,500 --> 00:00:02,000
Good morning.

2
00:00:02,500 --> 00:00:04,000
How are you?
`;
const talk = {
  name: "talk.wav",
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds: 5, rate: 16_000, channels: 1 }, (time) => {
    const value = 0.1 * Math.sin(900 * time);
    return [value, value];
  }),
};

it("TLS-4 TLS-8 USR-10 lines are translated by a hosted model, manual edits stay, and a dub is charged once", async () => {
  await withNewcomer(site(), "/ai-audio-translator", {}, async (page, creditsLeft) => {
    const pageErrors = watch(page);
    const before = await creditsLeft();
    await addFiles(page, [talk]);
    await haveText(page);
    await panel(page).getByLabel("Text of the recording").fill(SRT);
    await press(page, "Use this text");
    await targets(page).first().waitFor();
    await choose(page, "Translate into", "fr");
    // The model knows no French.
    expect(await engine(page, "Cloud: gpt").count()).toBe(0);
    await choose(page, "Translate into", "de");
    await chooseEngine(page, "Cloud: gpt");
    await panel(page).getByText(`sent to this site and to ${fake.host}`).waitFor();
    await targets(page).nth(1).fill("Wie geht es Ihnen?");
    // A model that is busy is waited for: who does not want that is free at once, and pays nothing.
    fake.failNext(503, { "retry-after": "50" });
    await press(page, "Translate 1 line");
    const busy = /^Service busy or unreachable, trying again at \d/;
    await panel(page).getByRole("status").filter({ hasText: busy }).waitFor();
    await shoot(page, "translator-busy");
    await press(page, "Cancel");
    await expect.poll(creditsLeft).toBe(before);
    expect(site().complaints().join()).toContain("hosted_model_failed");

    // A reload while the model works: the job continues with the same call. An answer that is lost on
    // its way comes again. The model is asked once.
    const questions = fake.questions.length;
    const answer = fake.holdNext();
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort("connectionreset");
    };
    await press(page, "Translate 1 line");
    await expect.poll(() => fake.questions.length).toBe(questions + 1);
    await page.reload();
    await panel(page).getByText("Translating").first().waitFor();
    await page.route("**/hosted/calls/*", lose, { times: 1 });
    answer();
    await expect.poll(() => targets(page).first().inputValue()).toBe("«Good morning.»");
    expect(fake.questions.length).toBe(questions + 1);
    expect(await targets(page).nth(1).inputValue()).toBe("Wie geht es Ihnen?");
    await expect.poll(creditsLeft).toBe(before - 2);
    await shoot(page, "translator-hosted");

    await choose(page, "Under the voice", "none");
    await press(page, "Create dub");
    await result(page).getByText("a cloud model, to which the text was sent").waitFor();
    await result(page).getByText("made on this device by the built-in engine").waitFor();
    expect(await creditsLeft()).toBe(before - 2);
    expect(faultsOf(pageErrors)).toEqual([]);
  });
}, 200_000);

it(
  "TLS-4 TLS-8 USR-10 a recording is transcribed in the translator by a hosted model, and its lines go on to a dub that costs nothing more",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    await withNewcomer(site(), "/ai-audio-translator", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await addFiles(page, [talk]);
      // Who has the text may bring it, unless an engine is to write it.
      await haveText(page);
      await panel(page).getByLabel("Text of the recording").waitFor();
      await panel(page).locator("input[type=radio][value=sound]").press("Space");
      await chooseEngine(page, "Cloud: whisper-1");
      await panel(page).getByText(`sent to this site and to ${fake.host}`).waitFor();
      expect(await panel(page).getByLabel("Text of the recording").count()).toBe(0);
      await shoot(page, "translator-transcribe");
      await press(page, "Transcribe");
      const source = panel(page).getByRole("textbox", { name: /^Original at/ });
      await source.first().waitFor();
      expect(await source.first().inputValue()).toBe("Good morning.");
      await panel(page).getByText("Written by whisper-1, a cloud model").waitFor();
      await expect.poll(creditsLeft).toBe(before - 2);

      // Removed lines stay removed until they are requested again.
      await press(page, "Change the transcript");
      await press(page, "Use its transcript");
      await source.first().waitFor();
      await choose(page, "Translate into", "de");
      await targets(page).first().fill("Guten Morgen.");
      await choose(page, "Under the voice", "none");
      await press(page, "Create dub");
      await result(page).getByText("Written by whisper-1, a cloud model").waitFor();
      expect(await creditsLeft()).toBe(before - 2);
      await page.reload();
      await expect.poll(() => targets(page).first().inputValue()).toBe("Guten Morgen.");
      expect(await panel(page).innerText()).not.toMatch(/panel-trans|panel-kit|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);

it(
  "TLS-8 the browser's own language model writes the script on the device, after it was loaded",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    const context = { viewport: { width: 390, height: 844 } };
    await withNewcomer(site(), "/ai-podcast-maker", context, async (page) => {
      const pageErrors = watch(page);
      // As the Prompt API is described: https://webmachinelearning.github.io/prompt-api/
      await page.addInitScript(() => {
        let state = "downloadable";
        const check = (options: {
          expectedInputs: { type: string; languages: string[] }[];
          expectedOutputs: { type: string; languages: string[] }[];
        }): string => {
          const [out] = options.expectedOutputs;
          if (out?.type !== "text" || options.expectedInputs[0]?.type !== "text")
            throw new TypeError("Types are needed");
          return out.languages[0] === "en" ? state : "unavailable";
        };
        class LanguageModel extends EventTarget {
          contextWindow = 100;
          static availability = async (options: Parameters<typeof check>[0]) => check(options);
          static async create({
            monitor,
            initialPrompts,
            ...options
          }: Parameters<typeof check>[0] & {
            monitor: (target: EventTarget) => void;
            initialPrompts: { role: string }[];
          }) {
            if (check(options) === "unavailable" || initialPrompts[0]?.role !== "system")
              throw new DOMException("", "NotSupportedError");
            const target = new EventTarget();
            monitor(target);
            for (const loaded of [0, 0.5, 1])
              target.dispatchEvent(new ProgressEvent("downloadprogress", { loaded, total: 1 }));
            state = "available";
            return new LanguageModel();
          }
          // More than two sentences are too many.
          measureContextUsage = async (input: string) =>
            30 * (JSON.parse(input) as { sentences: unknown[] }).sentences.length - 15;
          prompt = async (
            input: string,
            { responseConstraint }: { responseConstraint: object },
          ) => {
            if (!("properties" in responseConstraint)) throw new TypeError("No shape");
            const { sentences } = JSON.parse(input) as {
              sentences: { id: number; text: string }[];
            };
            return JSON.stringify({
              lines: sentences.map(({ id, text }) => ({
                host: id % 2,
                text: `Listen: ${text}`,
                source: id,
                chapter: null,
              })),
            });
          };
          destroy() {}
        }
        Object.assign(globalThis, { LanguageModel });
      });
      await page.reload();
      await panel(page).getByRole("textbox", { name: "Text for the episode" }).fill(TEXT);
      await choose(page, "Script by", "browser");
      await panel(page).getByText("Your browser downloads the model first").waitFor();
      await press(page, "Write the script");
      await lines(page).first().waitFor();
      expect(await lines(page).count()).toBe(2);
      expect(await lines(page).first().inputValue()).toMatch(/^Listen: /);
      await panel(page).getByText("it read only the most central sentences, 2 in all").waitFor();
      await panel(page)
        .getByText("Your browser downloads the model first")
        .waitFor({ state: "detached" });
      // Lines lead to the sentences of the whole text.
      await panel(page)
        .getByRole("button", { name: "Show the source sentence of line 2" })
        .press("Enter");
      const second = (await lines(page).nth(1).inputValue()).replace("Listen: ", "");
      const chosen = await panel(page)
        .getByRole("textbox", { name: "Text for the episode" })
        .evaluate((field) => {
          const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
          return value.slice(selectionStart, selectionEnd);
        });
      expect(chosen).toBe(second);
      await shoot(page, "podcast-browser-model");
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);

it(
  "TLS-8 a text is spoken by a hosted voice, in Arabic on a phone too",
  { ...inLongRun, timeout: 200_000 },
  async () => {
    const context = { viewport: { width: 390, height: 844 } };
    await withNewcomer(site(), "/ar/ai-text-to-speech", context, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      fake.spoken.length = 0;
      await panel(page)
        .getByRole("textbox", { name: ARABIC.text.label, exact: true })
        .fill("صباح الخير. كيف حالك؟");
      await panel(page).getByRole("radio", { name: /Alloy/ }).check();
      await panel(page).getByText(fake.host).waitFor();
      // It does not say above that nothing is sent.
      await panel(page).getByText(SPACE.hosted).waitFor();
      await panel(page).getByText(KIT.hosted.later).waitFor();
      await shoot(page, "tts-hosted-ar");
      await press(page, ARABIC.start);
      await panel(page).getByText(KIT.hosted.made.replace("{{name}}", "Alloy")).waitFor();
      // The sentences of a voice are spoken together.
      expect(fake.spoken.map(({ input }) => input)).toContain("صباح الخير. كيف حالك؟");
      expect(await creditsLeft()).toBeLessThan(before);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  },
);
