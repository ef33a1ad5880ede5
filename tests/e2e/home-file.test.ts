import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest, inLongRun } from "../left-out.ts";
import { pathIn } from "./pages.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { shoot } from "./shots.ts";

useBrowser();

const SAMPLES = path.resolve(import.meta.dirname, "../../runtime/public/samples");
const sample = (name: string) => ({
  name: `my ${name}.mp3`,
  mimeType: "audio/mpeg",
  buffer: fs.readFileSync(path.join(SAMPLES, `${name}-before.mp3`)),
});
const report = (page: Page) => page.locator("[data-file-report] section");
const choose = (page: Page, name: string) =>
  page.locator("main input[data-zone-file]").setInputFiles(sample(name));
const suggested = (page: Page) =>
  report(page)
    .locator("li a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));

describe("a file on the home page", () => {
  it.each(
    hardest([
      ["en", "denoise", "/background-audio-remover", "ltr"],
      ["ar", "reverb", "/reverb-remover", "rtl"],
    ] as const),
  )(
    "NAV-13 in %s, the sample of %s is heard, and the first suggestion opens its tool with the file",
    async (code, name, slug, dir) => {
      await withPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
        const pageErrors = watch(page);
        await page.goto(`${pathIn(code, "/")}?noredirect`);
        await choose(page, name);
        await report(page).locator("li a").first().waitFor();
        expect((await suggested(page))[0]).toBe(`${pathIn(code, slug)}?from=workspace`);
        expect(await report(page).locator("h2").innerText()).toBe(`my ${name}.mp3`);
        expect(await report(page).innerText()).toMatch(/LUFS/);
        // All of it is seen, and the zone no longer says that the file is being opened.
        await expect
          .poll(async () => {
            const { y, height } = (await report(page).boundingBox())!;
            return y >= 0 && Math.round(y + height) <= 900;
          })
          .toBe(true);
        expect(await page.locator("main [data-zone-row]").textContent()).toBe("");
        await shoot(page, `home-file-${code}`);
        const requests: string[] = [];
        page.on("request", (request) => {
          if (!["GET", "HEAD"].includes(request.method())) requests.push(request.url());
        });
        await report(page).locator("li a").first().click();
        await page.waitForURL(`**${pathIn(code, slug)}`);
        const workspace = page.locator("dialog[open]");
        await workspace.waitFor();
        await workspace.getByText(`my ${name}`).first().waitFor();
        expect(await page.locator("html").getAttribute("dir")).toBe(dir);
        // The file went nowhere.
        expect(requests.filter((url) => !/analytics|collect/.test(url))).toEqual([]);
        expect(pageErrors).toEqual([]);
      });
    },
  );

  it(
    "NAV-13 nothing of it is loaded before a file is given, and a page without a tool opens no workspace",
    inLongRun,
    async () => {
      await withPage({}, async (page) => {
        const loaded: string[] = [];
        page.on("request", (request) => loaded.push(request.url()));
        await page.goto("/?noredirect");
        await page.waitForFunction(() => history.scrollRestoration === "manual");
        expect(loaded.filter((url) => /worker|show-report|describe/i.test(url))).toEqual([]);
        await choose(page, "voice");
        await report(page).locator("li a").first().waitFor();
        expect(await page.locator("dialog[open]").count()).toBe(0);
      });
    },
  );

  it("NAV-13 a file without audio is reported in the page, and another file replaces it", async () => {
    await withPage({}, async (page) => {
      await page.goto("/?noredirect");
      await page.locator("main input[data-zone-file]").setInputFiles({
        name: "notes.wav",
        mimeType: "audio/wav",
        buffer: Buffer.from("These are only words."),
      });
      await report(page).getByRole("alert").waitFor();
      await choose(page, "echo");
      await report(page).locator("li a").first().waitFor();
      expect((await suggested(page))[0]).toContain("/remove-echo-from-audio");
      expect(await report(page).count()).toBe(1);
    });
  });
});
