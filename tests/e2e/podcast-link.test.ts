import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FixtureServer, startFixtures } from "../links/fixture-server.ts";
import { useBrowser } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { withNewcomer } from "./real-tool.ts";
import { shoot } from "./shots.ts";

let outside: FixtureServer;
beforeAll(async () => {
  outside = await startFixtures(fs.mkdtempSync(path.join(os.tmpdir(), "articles-")));
  const says = (pathname: string, html: string): void =>
    outside.on(pathname, (_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(html);
    });
  says(
    "/fluss",
    `<html lang="de"><nav>Menü</nav><article><h1>Der Fluss</h1>
    <p>Der Fluss trägt Sand von den Bergen ins Meer, Jahr für Jahr und ohne Pause.</p>
    <p>Wo er langsam fließt, setzt sich der Sand ab und wird zu einer Insel aus Sand.</p>
    <p>Inseln aus Sand wandern mit dem Fluss, und die Karten sind bald veraltet.</p></article></html>`,
  );
  says(
    "/paid",
    `<script type="application/ld+json">{"isAccessibleForFree": false}</script><p>Only the first sentence is here.</p>`,
  );
});
afterAll(() => outside.close());

useBrowser();
const site = useRealSite({ network: () => outside.network });

const panel = (page: Page) => page.locator("dialog[open] [data-pane=panel]");

it("TLS-1 TLS-4 an article behind a link becomes a script in its language; unreadable ones are reported", async () => {
  await withNewcomer(site(), "/ai-podcast-maker", {}, async (page) => {
    const link = panel(page).getByRole("textbox", { name: "Link to an article" });
    const read = async (address: string): Promise<void> => {
      await link.fill(address);
      await link.press("Enter");
    };
    for (const [address, message] of [
      ["http://10.0.0.7/", /does not open/],
      [outside.at("/paid"), /for subscribers/],
      [outside.at("/none"), /nothing at this link/],
    ] as const) {
      await read(address);
      await panel(page).getByText(message).waitFor();
    }
    await read(outside.at("/fluss"));
    const source = panel(page).getByRole("textbox", { name: "Text for the episode" });
    await expect
      .poll(() => source.inputValue())
      .toMatch(/^Der Fluss trägt Sand.*bald veraltet\.$/s);
    await panel(page).getByText("More settings").click();
    expect(await panel(page).getByRole("textbox", { name: "Episode title" }).inputValue()).toBe(
      "Der Fluss",
    );
    expect(await panel(page).getByRole("combobox", { name: "Language" }).inputValue()).toBe("de");
    await panel(page).getByRole("button", { name: "Write the script" }).press("Enter");
    await panel(page).locator("li textarea").first().waitFor();
    await shoot(page, "podcast-link");
  });
});
