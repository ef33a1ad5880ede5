import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { strToU8 } from "fflate";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { KOKORO_FORM, kokoroGraph, kokoroTokenizer, kokoroVoice } from "../nets/voice-graphs.ts";
import { violationsInThemes } from "./access.ts";
import { useBrowser, watch } from "./browser.ts";
import { chooseEngine, engine, enginesShown, ladder, waitForModel } from "./engines.ts";
import { type TestModel, offerModel } from "./offer-model.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { docxOf, docxParagraph, epubOf, lockedDocx, scannedPdf } from "../bad-files/documents.ts";
import { inLongRun } from "../left-out.ts";

useBrowser();
const site = useRealSite();

const TEXT = `# One

The kettle had just begun to sing. Dr. Smith paid $5.50 for it.

# Two

[Bexo] Door seven is closed.

It is late now.`;

const PAGE = { "a.xhtml": "<p>Bees dance.</p>" };
const BROKEN = strToU8("<package><manifest>");
const NONE = strToU8("<none/>");

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const field = (page: Page) => panel(page).locator("textarea").first();
const start = (page: Page) => panel(page).locator("[data-start]:enabled").last();
const result = (page: Page) => panel(page).getByRole("region", { name: "Result" });
const faultsOf = (pageErrors: readonly string[]) =>
  pageErrors.filter((text) => !text.startsWith("blob:"));

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return file.path();
}

/** A voice of the signature of Kokoro, each of whose phonemes is a level of its own. */
const VOICE: TestModel = {
  id: "kokoro",
  name: "Kokoro",
  task: "speech",
  form: KOKORO_FORM,
  languages: ["en", "es"],
  nets: {
    graph: kokoroGraph({ timed: true }),
    vocabulary: Buffer.from(kokoroTokenizer()),
    "voice-af_one": kokoroVoice(0),
    "voice-am_two": kokoroVoice(1),
    "voice-ef_three": kokoroVoice(2),
  },
};

describe("text to speech", () => {
  it(
    "TLS-1 TLS-5 a studio voice is offered with its license, size and languages, brought, and speaks a text",
    { ...inLongRun, timeout: 200_000 },
    async () => {
      await withNewcomer(site(), "/ai-text-to-speech", {}, async (page, creditsLeft) => {
        // Neither models nor their runtime are fetched before they are requested.
        const fetched: string[] = [];
        page.on("request", (request) => {
          const { pathname } = new URL(request.url());
          if (/\/models\/|ort-|onnx|session/.test(pathname)) fetched.push(pathname);
        });
        await offerModel(page, VOICE);
        const pageErrors = watch(page);
        await field(page).waitFor();
        const before = await creditsLeft();
        await field(page).fill("Es ist spät.");
        await panel(page).getByLabel("Language of the text").selectOption("de");
        // It does not speak that.
        expect(await ladder(page).count()).toBe(0);
        await field(page).fill("The kettle had just begun to sing. Door seven is closed.");
        await panel(page).getByLabel("Language of the text").selectOption("en");
        // A natural voice is the first choice; the built-in one is a click away.
        expect(await enginesShown(page)).toEqual(["NowBuilt-in", "BetterKokoro"]);
        expect(await engine(page, "Kokoro").isChecked()).toBe(true);
        await chooseEngine(page, "Built-in");
        await panel(page).getByRole("radio", { name: /Odrin/ }).waitFor();
        await chooseEngine(page, "Kokoro");
        await ladder(page)
          .getByText(/, once · .*MIT/)
          .waitFor();
        const download = panel(page).getByRole("button", {
          name: /^Download the model .* and start$/,
        });
        expect(await download.textContent()).toMatch(/\d.* (kB|MB|byte)/);
        await shoot(page, "tts-studio");
        expect(fetched).toEqual([]);
        const voices = panel(page).getByLabel("Who speaks");
        expect(await voices.getByRole("option").allTextContents()).toEqual(["One", "Two"]);
        await voices.selectOption("Two");
        await download.click();
        await waitForModel(page, "kokoro");
        await result(page).waitFor();
        await expect.poll(creditsLeft).toBe(before - 1);
        await result(page)
          .getByRole("button", { name: /^Edit: Door seven/ })
          .waitFor();
        expect(fetched.some((one) => one.includes("ort-"))).toBe(true);
        expect(faultsOf(pageErrors)).toEqual([]);
      });
    },
  );

  it("TLS-1 USR-7 CMP-2 is heard before it is paid, costs one credit, is corrected by sentence, and is there after a reload", async () => {
    await withNewcomer(site(), "/ai-text-to-speech?voice=odrin", {}, async (page, creditsLeft) => {
      const pageErrors = watch(page);
      const before = await creditsLeft();
      await field(page).waitFor();
      expect(await panel(page).getByRole("radio", { name: /Odrin/ }).isChecked()).toBe(true);
      await panel(page).getByRole("radio", { name: /Odrin/ }).press("ArrowUp");
      expect(
        await panel(page)
          .getByRole("radio", { name: /Tarvel/ })
          .isChecked(),
      ).toBe(true);
      // Each is heard before it is chosen.
      await panel(page).getByRole("button", { name: "Play Maren" }).press("Enter");
      await panel(page).getByRole("button", { name: "Pause Maren" }).press("Enter");
      await panel(page).getByRole("button", { name: "Play Maren" }).waitFor();
      // A part in another language is marked by a choice; a language that was chosen goes with its text.
      await field(page).fill("Bonjour, she said.");
      await field(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 7));
      await panel(page).getByLabel("Language of the selection").selectOption("fr");
      expect(await field(page).inputValue()).toBe('<lang xml:lang="fr">Bonjour</lang>, she said.');
      const language = panel(page).getByLabel("Language of the text", { exact: true });
      await language.selectOption("de");
      await field(page).fill(TEXT);
      expect(await language.inputValue()).toBe("en");
      await shoot(page, "tts");

      // Free, and by the keyboard.
      await panel(page).getByRole("button", { name: "Play the beginning" }).press("Enter");
      await panel(page).getByRole("button", { name: "Stop playing" }).waitFor();
      await panel(page).getByRole("button", { name: "Stop playing" }).press("Enter");
      expect(await creditsLeft()).toBe(before);

      await start(page).click();
      await result(page).waitFor();
      await expect.poll(creditsLeft).toBe(before - 1);
      await shoot(page, "tts-made");

      // A sentence alone, which costs nothing.
      await result(page)
        .getByRole("button", { name: /^Edit: The kettle/ })
        .press("Enter");
      await result(page).getByRole("textbox", { name: "Sentence" }).fill("The old kettle sang.");
      await result(page).getByRole("button", { name: "Speak again" }).press("Enter");
      await result(page).getByText("The old kettle sang.").waitFor();
      await expect.poll(() => result(page).getByRole("textbox").count()).toBe(0);
      await page.reload();
      await result(page).getByText("The old kettle sang.").waitFor();
      expect(await field(page).inputValue()).toBe(TEXT);
      expect(await creditsLeft()).toBe(before - 1);

      // The address names another voice, so that the result is an earlier one.
      await panel(page).getByRole("button", { name: "Download earlier version" }).waitFor();
      // Chapters, and subtitles in the times of the words.
      await panel(page).getByRole("combobox", { name: "Format" }).selectOption("m4b");
      const book = await saved(page, () =>
        panel(page)
          .getByRole("button", { name: /^Download( earlier version)?$/ })
          .press("Enter"),
      );
      const probe = execFileSync("ffprobe", [
        "-v",
        "error",
        "-show_chapters",
        "-show_format",
        "-of",
        "json",
        book,
      ]);
      const { chapters, format } = JSON.parse(probe.toString()) as {
        chapters: { start_time: string; tags: { title: string } }[];
        format: { duration: string; tags: Record<string, string> };
      };
      expect(chapters.map(({ tags }) => tags.title)).toEqual(["One", "Two"]);
      expect(Number(chapters[0]!.start_time)).toBe(0);
      expect(Number(chapters[1]!.start_time)).toBeGreaterThan(2);
      expect(JSON.stringify(format.tags)).toContain("synthetic-voice: generated");
      const subtitles = fs.readFileSync(
        await saved(page, () => result(page).getByRole("button", { name: /SRT/ }).press("Enter")),
        "utf8",
      );
      expect(subtitles).toMatch(/^1\n00:00:00,\d+ --> /);
      expect(subtitles).toContain("The old kettle sang.");
      expect(await panel(page).innerText()).not.toMatch(/panel-tts|undefined|NaN/);
      expect(faultsOf(pageErrors)).toEqual([]);
    });
  });

  it("TLS-4 says what is wrong with a document, and keeps the text", inLongRun, async () => {
    const docx = docxOf(docxParagraph("Bees dance."));
    const DOCUMENTS: readonly [name: string, bytes: string | Uint8Array, said: string][] = [
      ["empty.txt", "", "has no text"],
      ["sound.txt", "\u0000\u0001RIFF", "cannot be read"],
      ["photo.docx", "\u0089PNG\r\n\u001A\n\0\0\0\rIHDR", "cannot be read"],
      ["broken.docx", "PK\u0003\u0004 not a document", "is damaged"],
      ["half.docx", docx.slice(0, docx.length - 60), "is damaged"],
      ["open-tag.docx", docxOf("<w:p><w:r><w:t>Bees dance."), "is damaged"],
      ["two-ends.docx", docxOf("</w:p>"), "is damaged"],
      ["ampersand.docx", docxOf(docxParagraph("Bees & wasps")), "is damaged"],
      ["no-paragraph.docx", docxOf(""), "has no text"],
      ["password.docx", lockedDocx(), "is protected"],
      ["broken.pdf", "%PDF-1.7 and nothing else", "is damaged"],
      ["scanned.pdf", scannedPdf(), "only pictures"],
      ["container.epub", epubOf(PAGE, { "META-INF/container.xml": BROKEN }), "is damaged"],
      ["package.epub", epubOf(PAGE, { "o/b.opf": BROKEN }), "is damaged"],
      ["no-package.epub", epubOf(PAGE, { "META-INF/container.xml": NONE }), "is damaged"],
      ["pages-missing.epub", epubOf({ "a.xhtml": "" }), "has no text"],
      ["rights.epub", epubOf(PAGE, { "META-INF/rights.xml": NONE }), "is protected"],
    ];
    await withNewcomer(site(), "/ai-text-to-speech", {}, async (page) => {
      const pageErrors = watch(page);
      await field(page).fill("What was here before.");
      const bring = async (name: string, bytes: string | Uint8Array): Promise<void> => {
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          panel(page).getByRole("button", { name: "Open a document" }).click(),
        ]);
        await chooser.setFiles({ name, mimeType: "", buffer: Buffer.from(bytes as string) });
      };
      for (const [name, bytes, spoken] of DOCUMENTS) {
        await bring(name, bytes);
        await panel(page).getByText(spoken).waitFor();
        expect(await field(page).inputValue(), name).toBe("What was here before.");
        // What was said goes with the next document.
        await bring("fine.txt", "What was here before.");
        await panel(page).getByText(spoken).waitFor({ state: "detached" });
      }
      // A page of a book may be written as it likes, as browsers read it.
      await bring("loose.epub", epubOf({ "a.xhtml": "<h1>Bees<p>They dance & hum." }));
      await expect.poll(() => field(page).inputValue()).toContain("They dance & hum.");
      // Chromium's own account of XML that is none has styles, and the reader of PDF tells what it tries.
      const own = /Applying inline style|Indexing all PDF/;
      expect(faultsOf(pageErrors).filter((line) => !own.test(line))).toEqual([]);
    });
  });
});

describe.each([
  ["en", "/ai-text-to-speech", "Snow fell on the village.", { width: 1280, height: 800 }],
  ["ja", "/ja/ai-text-to-speech", "静かな村に雪が降りました。", { width: 1440, height: 900 }],
  ["ar", "/ar/ai-text-to-speech", "سقط الثلج على القرية الهادئة.", { width: 390, height: 844 }],
] as const)("text to speech in %s", (locale, path, text, viewport) => {
  it(
    "TLS-1 A11Y speaks, fits its screen and breaks no rule of accessibility",
    inLongRun,
    async () => {
      await withNewcomer(site(), path, { viewport }, async (page) => {
        await field(page).fill(text);
        await start(page).click();
        await panel(page).locator("ol > li").first().waitFor();
        await shoot(page, `tts-${locale}`);
        const wide = await page.evaluate(
          () => document.querySelector("dialog[open] [data-pane=panel]")!.scrollWidth,
        );
        expect(wide).toBeLessThanOrEqual(viewport.width);
        expect(await violationsInThemes(page, "with speech")).toEqual([]);
      });
    },
  );
});
