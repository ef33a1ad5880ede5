import fs from "node:fs";
import { expect, it } from "vitest";
import { hardest, sampleOf } from "../left-out.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { useRealSite } from "./real-site.ts";

useBrowser();
const site = useRealSite();

/** Tools that need no file, as a stranger meets them. */
it.each(
  sampleOf(3, [
    ["/ar/ai-asmr-generator", 390],
    ["/ai-text-to-speech", 1440],
    ["/ai-podcast-maker", 1440],
    ["/ai-asmr-generator", 1440],
    ["/ja/ai-text-to-speech", 390],
  ]),
)(
  "TLS-1 WSP-3 %s opens for a visitor without an account and a file, by its button, and says where its work is done",
  async (route, width) => {
    const options = { baseURL: site().url, viewport: { width, height: 800 } };
    await withPage(options, async (page) => {
      const pageErrors = watch(page);
      await page.goto(route);
      // A sound before and after is for tools that are given one.
      expect(await page.locator("main figure[data-scroll-in]").count()).toBe(0);
      const starter = page.locator("main button[data-open=workspace]");
      await starter.press("Enter");
      await page.locator("dialog[open] [data-pane=panel]").waitFor();
      const parts = page.locator("dialog[open] [data-pane=panel] :is(button, textarea, input)");
      await parts.nth(1).waitFor();
      // No key of a message stands where the message should.
      const words = await page.locator("dialog[open] [data-pane=panel]").innerText();
      expect(words).not.toMatch(/\b[a-z]+(\.[a-z]+){2,}\b/);
      const code = /^\/(ar|ja)\//.exec(route)?.[1] ?? "en";
      const { place } = JSON.parse(fs.readFileSync(`locales/${code}/common.json`, "utf8"));
      expect(words).toContain(place.device.text[route.includes("asmr") ? "settings" : "text"]);
      expect(pageErrors.filter((text) => !text.startsWith("blob:"))).toEqual([]);
    });
  },
);

/** This site fetches from no links, so that a file is what these pages can take. */
it.each(
  hardest([
    ["en", "/youtube-to-mp3-converter", 1440],
    ["ar", "/ar/youtube-playlist-download", 390],
  ]),
)(
  "TLS-1 WSP-3 where links are off, a page of a download tool in %s asks for a file, and says why",
  async (code, route, width) => {
    const { zone } = JSON.parse(fs.readFileSync(`locales/${code}/common.json`, "utf8"));
    const options = { baseURL: site().url, viewport: { width, height: 800 } };
    await withPage(options, async (page) => {
      await page.goto(route);
      expect(await page.locator("main figure[data-scroll-in]").count()).toBe(0);
      expect(await page.locator("main button[data-open=workspace]").count()).toBe(0);
      const dropZone = page.locator("main [data-zone]");
      await dropZone.getByText(zone.linksOff).waitFor();
      expect(await dropZone.locator("input[type=file]").count()).toBe(1);
    });
  },
);
