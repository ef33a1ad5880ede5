import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FixtureServer } from "../links/fixture-server.ts";
import { startFixtures } from "../links/fixture-server.ts";
import type { Probed } from "../links/made-media.ts";
import { probe, SECONDS } from "../links/made-media.ts";
import { useBrowser, watch } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";

let fixtures: FixtureServer;
beforeAll(async () => {
  fixtures = await startFixtures();
});
afterAll(() => fixtures.close());
useBrowser();
const site = useRealSite({ network: () => fixtures.network });

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");
const rows = (page: Page) => panel(page).locator("[data-download]");

async function look(page: Page, ...paths: readonly string[]): Promise<void> {
  await panel(page).getByLabel("Links").fill(paths.map(fixtures.at).join("\n"));
  await panel(page).getByRole("button", { name: "Look up" }).click();
}
async function save(page: Page): Promise<{ readonly name: string; readonly probed: Probed }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    rows(page).first().getByRole("button", { name: "Download" }).click(),
  ]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-saved-"));
  const at = path.join(folder, "saved");
  await file.saveAs(at);
  const probed = probe(at);
  fs.rmSync(folder, { recursive: true });
  return { name: file.suggestedFilename(), probed };
}
const faultsOf = (heard: readonly string[]) => heard.filter((text) => !text.startsWith("blob:"));

describe("downloads", () => {
  it("TLS-1 USR-7 API-17 a link is looked up, fetched, converted on the device and saved", async () => {
    await withNewcomer(site(), "/youtube-to-m4a", {}, async (page, creditsLeft) => {
      const heard = watch(page);
      const before = await creditsLeft();
      await look(page, "/song.mp3");
      await panel(page).getByRole("heading", { name: "song", exact: true }).waitFor();
      await shoot(page, "download-found");
      expect(await creditsLeft()).toBe(before);
      await panel(page).getByRole("button", { name: "Download", exact: true }).click();
      await rows(page).and(page.locator("[data-state=done]")).waitFor();
      const { name, probed } = await save(page);
      expect(name).toBe("song.m4a");
      expect(probed.streams[0]).toMatchObject({ codec_name: "aac" });
      expect(Number(probed.format.duration)).toBeCloseTo(SECONDS, 0);
      expect(probed.format.tags).toMatchObject({ title: "song", artist: "Nobody" });
      await expect.poll(creditsLeft).toBe(before - 1);
      await shoot(page, "download-done");
      expect(faultsOf(heard)).toEqual([]);
    });
  });
});
