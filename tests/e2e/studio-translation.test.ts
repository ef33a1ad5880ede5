import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OfferedModel } from "#core/models/offered.ts";
import { MARIAN_FORM, marianPair } from "../nets/marian-model.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { engine, ladder, waitForModel } from "./engines.ts";
import { startOffering } from "./offering-site.ts";
import { shoot } from "./shots.ts";
import { voiceAt, wavOf } from "./sounds.ts";

useBrowser();

const PAIR: Readonly<Record<string, Buffer>> = marianPair([
  ["hello", "hallo"],
  ["world", "welt"],
  ["good", "guten"],
  ["morning", "morgen"],
]);
const FILES: Readonly<Record<string, Buffer>> = {
  ...PAIR,
  // Firefox's own repository has its files packed.
  vocabulary: gzipSync(PAIR["vocabulary"]!),
};
const files = Object.entries(FILES).map(([role, bytes]) => ({
  role,
  url: `/models/pair/${role}`,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  bytes: bytes.length,
}));
const MODEL: OfferedModel = {
  id: "pair",
  task: "translation",
  name: "Small pair",
  licence: { id: "MPL-2.0", use: "any", url: "https://nets.example/LICENSE" },
  page: "https://nets.example/",
  form: MARIAN_FORM,
  languages: ["en", "de"],
  memory: null,
  quality: [],
  files,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
};

let site: Awaited<ReturnType<typeof startOffering>>;
beforeAll(async () => {
  site = await startOffering([MODEL], (pathname, _, response) => {
    const file = files.find(({ url }) => url === pathname);
    if (file) response.end(FILES[file.role]);
    return file !== undefined;
  });
});
afterAll(() => site.close());

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const targets = (page: Page) => panel(page).getByRole("textbox", { name: /^Translation at/ });
const textsOf = (page: Page): Promise<string[]> =>
  targets(page).evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
const translate = (page: Page, count: string) =>
  panel(page).getByRole("button", { name: `Translate ${count}` });

const SRT = [
  "1\n00:00:00,200 --> 00:00:01,400\nhello world\n",
  "2\n00:00:01,600 --> 00:00:02,800\ngood morning\n",
  "3\n00:00:03,000 --> 00:00:03,800\n1999\n",
].join("\n");

/** Of the program that translates, what the service worker has. */
const serializeMixer = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.endsWith("-programs"));
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all
      .flat()
      .map(({ url }) => url.split("/").at(-1)!)
      .sort();
  });

it("TLS-1 TLS-5 TLS-8 PWA a studio pair is brought in the translator, says each line, and says them again without a connection", async () => {
  await withPage({ baseURL: site.url, serviceWorkers: "allow" }, async (page) => {
    const pageErrors = watch(page);
    const talk = wavOf({ seconds: 4 }, voiceAt);
    await site.open(page, "/ai-audio-translator", { name: "talk.wav", buffer: talk });
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active!.state);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      panel(page).getByRole("button", { name: "Import a transcript" }).press("Enter"),
    ]);
    await chooser.setFiles({
      name: "talk.srt",
      mimeType: "application/x-subrip",
      buffer: Buffer.from(SRT),
    });
    await targets(page).nth(2).waitFor();
    // Into French no pair leads.
    await panel(page).getByRole("combobox", { name: "Translate into" }).selectOption("fr");
    expect(await ladder(page).count()).toBe(0);
    await panel(page).getByRole("combobox", { name: "Translate into" }).selectOption("de");
    // The page promises a translation, so the model is the first choice.
    expect(await engine(page, "Small pair").isChecked()).toBe(true);
    await panel(page).getByText("nothing is sent").waitFor();
    // The visitor's own text is preserved.
    await targets(page).nth(2).fill("Neunzehnhundert");
    await panel(page)
      .getByRole("button", { name: /^Download the model .* and start$/ })
      .click();
    await waitForModel(page, "pair");
    await expect
      .poll(() => textsOf(page))
      .toEqual(["hallo welt", "guten morgen", "Neunzehnhundert"]);
    await shoot(page, "translator-studio");
    await expect
      .poll(() => serializeMixer(page))
      .toEqual([
        "bergamot-translator-worker.js",
        "bergamot-translator-worker.wasm",
        "translator-worker.js",
      ]);

    // What was loaded before the service worker took over is stored a little later.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const needed = ["/app/en.json", "/locales/en/common.json", "/locales/en/account.json"];
          const found = await Promise.all(needed.map((each) => caches.match(each)));
          return found.every(Boolean);
        }),
      )
      .toBe(true);
    await page.context().setOffline(true);
    await page.reload();
    await waitForModel(page, "pair");
    await targets(page).nth(1).fill("");
    await targets(page).nth(2).fill("");
    await translate(page, "2 lines").click();
    await expect.poll(() => textsOf(page)).toEqual(["hallo welt", "guten morgen", "1999"]);
    // A full Chromium asks for its icon without a connection, too, and the worker cannot answer.
    // The small vocabulary has no rules for its letters, which SentencePiece tells.
    const expected = /blob:|ERR_(?:INTERNET_DISCONNECTED|FAILED)|identity normalization/;
    expect(pageErrors.filter((text) => !expected.test(text))).toEqual([]);
  });
});
