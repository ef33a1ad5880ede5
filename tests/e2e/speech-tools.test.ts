import fs from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { inLongRun, sampleOf } from "../left-out.ts";
import { ALL, source as axe, violations } from "./access.ts";
import { useFullBrowser, watch } from "./browser.ts";
import { chooseEngine, enginesShown, haveText } from "./engines.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useFullBrowser();
const site = useRealSite();

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const start = (page: Page) => panel(page).locator("[data-start]:enabled").last();
const talk = { name: "talk.wav", mimeType: "audio/wav", buffer: wavOf({ seconds: 6 }, voiceAt) };

/** What a panel says in Japanese. @param key such as `import.title` */
function japanese(id: string, key: string): string {
  const file = path.resolve(import.meta.dirname, `../../runtime/panels/${id}/messages/ja.json`);
  let value: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
  for (const part of key.split(".")) value = (value as Record<string, unknown>)[part];
  if (typeof value !== "string") throw new Error(`${id} has no ${key}`);
  return value;
}

const bring = (page: Page): Promise<void> =>
  page.locator("dialog[open] input[type=file]").first().setInputFiles(talk);
async function write(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.type(text);
}
/** Brings a recording, and subtitles of it. */
async function bringLines(page: Page, button: string, texts: readonly string[]): Promise<void> {
  await bring(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    panel(page).getByRole("button", { name: button }).press("Enter"),
  ]);
  const cues = texts.map(
    (text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`,
  );
  const buffer = Buffer.from(cues.join("\n"));
  await chooser.setFiles({ name: "talk.srt", mimeType: "application/x-subrip", buffer });
}
const TEXT =
  "川は山から海へ流れます。昔の人は川のそばに町を作りました。川は水と魚と道を与えたからです。" +
  "今では多くの町が川の水をきれいに保とうとしています。子どもたちは夏に川で泳ぎます。";

/** What is done first, with the keyboard, and what shows that it was done; that is there after a reload, too. */
const TOOLS: readonly [
  slug: string,
  act: (page: Page) => Promise<void>,
  proof: (page: Page) => Locator,
][] = [
  [
    "ai-text-to-speech",
    async (page) => {
      await write(
        page,
        panel(page).locator("textarea").first(),
        "今日は晴れです。散歩に行きます。",
      );
      // The natural voice has to be downloaded.
      await panel(page).getByRole("radio", { name: /内蔵/ }).press("Space");
      await start(page).press("Enter");
    },
    (page) => panel(page).getByText("散歩に行きます。").last(),
  ],
  [
    "voice-cloning",
    bring,
    (page) =>
      panel(page)
        .getByRole("alert")
        .filter({ hasText: japanese("cloning", "fault.short") }),
  ],
  [
    "ai-audio-to-text",
    async (page) => {
      await bring(page);
      await haveText(page);
      await write(page, panel(page).locator("textarea").first(), "こんにちは。元気ですか。");
      await start(page).press("Enter");
    },
    (page) => panel(page).getByText("元気ですか").last(),
  ],
  [
    "ai-audio-translator",
    (page) => bringLines(page, japanese("translator", "source.import"), ["こんばんは。"]),
    (page) => panel(page).locator("textarea", { hasText: "こんばんは。" }),
  ],
  [
    "ai-asmr-generator",
    (page) => panel(page).getByRole("switch", { checked: false }).first().press("Space"),
    (page) => panel(page).getByRole("switch", { checked: true }).nth(2),
  ],
  [
    "ai-podcast-maker",
    async (page) => {
      await write(page, panel(page).locator("textarea").first(), TEXT);
      const name = japanese("podcast", "write");
      await panel(page).getByRole("button", { name }).press("Enter");
    },
    (page) => panel(page).locator("textarea").nth(3),
  ],
];

describe("tools for speech in Japanese on a phone", () => {
  it.each(sampleOf(4, TOOLS))(
    "TLS-1 TLS-4 A11Y NAV-4 USR-7 %s does its first work from the keyboard, fits, and keeps it over a reload",
    async (slug, act, proof) => {
      const options = { viewport: { width: 390, height: 844 }, locale: "ja-JP" };
      await withNewcomer(site(), `/ja/${slug}`, options, async (page) => {
        const pageErrors = watch(page);
        await act(page);
        await proof(page).waitFor();
        await shoot(page, `speech-ja-${slug}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(390);
        await page.evaluate(axe);
        expect(await violations(page, slug, ALL)).toEqual([]);
        await page.reload();
        await proof(page).waitFor();
        expect(await panel(page).innerText()).not.toMatch(/panel-\w+:|undefined|NaN/);
        expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
      });
    },
  );
});

/**
 * A translator as the specification describes it, from English into German, and into Spanish, whose pack
 * never arrives. Runs in the page.
 */
function standIn(): void {
  interface Expected {
    readonly sourceLanguage: string;
    readonly targetLanguage: string;
    readonly monitor?: (target: EventTarget) => void;
  }
  class Translator {
    static #check({ sourceLanguage, targetLanguage }: Expected): string {
      if (!sourceLanguage || !targetLanguage) throw new TypeError("Languages are needed");
      const isKnown = sourceLanguage === "en" && ["de", "es"].includes(targetLanguage);
      return isKnown ? "downloadable" : "unavailable";
    }
    static async availability(pair: Expected): Promise<string> {
      return Translator.#check(pair);
    }
    static async create(pair: Expected): Promise<Translator> {
      if (Translator.#check(pair) === "unavailable")
        throw new DOMException("", "NotSupportedError");
      const pack = new EventTarget();
      pair.monitor?.(pack);
      pack.dispatchEvent(new ProgressEvent("downloadprogress", { loaded: 0.4, total: 1 }));
      if (pair.targetLanguage === "es") await new Promise(() => {});
      return new Translator();
    }
    async translate(text: string): Promise<string> {
      return `<${text}>`;
    }
    destroy(): void {}
  }
  Object.assign(globalThis, { Translator });
}

describe("the browser's own translator", () => {
  it(
    "TLS-1 TLS-8 fills the lines that are open, leaves what was written, and is offered for the pairs that it knows",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/ai-audio-translator", {}, async (page) => {
        await page.addInitScript(standIn);
        await page.reload();
        const pageErrors = watch(page);
        const target = (at: number) =>
          panel(page)
            .getByRole("textbox", { name: /^Translation at/ })
            .nth(at);
        await bringLines(page, "Import a transcript", ["Good evening.", "Welcome.", "Goodbye."]);
        await panel(page).getByLabel("Translate into").selectOption("fr");
        await target(1).fill("Mon mot.");
        await expect
          .poll(() => enginesShown(page))
          .toEqual(["By hand", "BetterFirefox Translations en–fr"]);
        await panel(page).getByLabel("Translate into").selectOption("de");
        await chooseEngine(page, "This browser’s translator");
        await panel(page)
          .getByRole("button", { name: /^Translate 2 lines/ })
          .press("Enter");
        await expect.poll(() => target(2).inputValue()).toBe("<Goodbye.>");
        expect(await target(0).inputValue()).toBe("<Good evening.>");
        expect(await target(1).inputValue()).toBe("Mon mot.");
        expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
      });
    },
  );

  it(
    "TLS-4 TLS-8 tells how much of its pack is loaded, and gives up where the rest does not arrive",
    inLongRun,
    async () => {
      await withNewcomer(site(), "/ai-audio-translator", {}, async (page) => {
        await page.clock.install();
        await page.addInitScript(standIn);
        await page.reload();
        await bringLines(page, "Import a transcript", ["Good evening."]);
        await panel(page).getByLabel("Translate into").selectOption("es");
        await chooseEngine(page, "This browser’s translator");
        await panel(page)
          .getByRole("button", { name: /^Translate 1 line/ })
          .press("Enter");
        await panel(page).getByText("Downloading the language pack, 40%").waitFor();
        await page.clock.fastForward(30_000);
        await panel(page).getByText("This browser’s translator did not respond").waitFor();
        // It is not offered again; another engine can translate.
        await expect
          .poll(() => enginesShown(page))
          .toEqual(["By hand", "BetterFirefox Translations en–es"]);
      });
    },
  );
});
