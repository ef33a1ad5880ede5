import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hardest } from "../left-out.ts";
import { useBrowser } from "./browser.ts";
import { addFiles } from "./enhance-site.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";
import { stereoWav } from "./sounds.ts";

useBrowser();
const site = useRealSite();
const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const SOUND = {
  name: "tone.wav",
  mimeType: "audio/wav",
  buffer: stereoWav({ seconds: 2, rate: 44_100 }, (time) => {
    const value = 0.3 * Math.sin(2 * Math.PI * 440 * time);
    return [value, value];
  }),
};

describe("where links are switched off", () => {
  it.each(
    hardest([
      ["", "Convert"],
      ["/ar", "تحويل"],
    ]),
  )(
    "TLS-1 LOC-7 the page%s says so before anything else, and converts files",
    async (at, start) => {
      await withNewcomer(site(), `${at}/youtube-to-mp3-converter`, {}, async (page) => {
        const first = panel(page).getByRole("note").first();
        await first.waitFor();
        expect(await first.innerText()).toMatch(at === "" ? /switched off/ : /معطّلة/);
        expect(await panel(page).locator("textarea").count()).toBe(0);
        await addFiles(page, [SOUND]);
        await panel(page).getByRole("button", { name: start, exact: true }).click();
        await panel(page).locator("[data-download][data-state=done]").waitFor();
        expect(await panel(page).innerText()).not.toMatch(/panel-download|undefined|NaN/);
        await shoot(page, `download-off${at.replace("/", "-")}`);
      });
    },
  );
});
