import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleOf } from "../left-out.ts";
import { MENU } from "#core/tools/menu.ts";
import { settled } from "./application.ts";
import { useBrowser, useTab, watch, withPage } from "./browser.ts";
import { useRealSite } from "./real-site.ts";
import { toneOf } from "./sounds.ts";

useBrowser();
const site = useRealSite();
let ada = "";
beforeAll(async () => {
  ({ token: ada } = await site().addMember({ email: "ada@example.org", free: 2 }));
});

const workspace = (page: Page) => page.locator('dialog[open][aria-label="Workspace"]');
const close = (page: Page) => workspace(page).getByRole("button", { name: "Close the workspace" });
const open = async (page: Page, path = "/audio-trimmer?from=workspace"): Promise<void> => {
  await page.goto(site().url + path);
  await workspace(page).waitFor();
};
const signIn = (page: Page) =>
  page.addInitScript((token) => localStorage.setItem("toolkit_token", token), ada);
const addTone = async (page: Page, name = "tone.wav"): Promise<void> => {
  await workspace(page)
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: "audio/wav", buffer: toneOf({ seconds: 2 }) });
  await workspace(page).getByText(name).first().waitFor();
};

describe("the workspace", () => {
  it("WSP-1 opens by from=workspace; WSP-2 the address loses from and type and keeps the rest", async () => {
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      await open(page, "/audio-trimmer?a=1&from=workspace#faq");
      await expect.poll(() => page.url()).toBe(`${site().url}/audio-trimmer?a=1#faq`);
      await open(page, "/audio-trimmer?type=history");
      await expect.poll(() => page.url()).toBe(`${site().url}/audio-trimmer`);
      expect(pageErrors).toEqual([]);
    });
  });

  it("WSP-1 is available to signed-in users; WSP-6 it closes for the displayed page; WSP-2 others open it", async () => {
    await withPage({}, async (page) => {
      await signIn(page);
      await open(page, "/audio-trimmer");
      await close(page).click();
      await expect.poll(() => workspace(page).count()).toBe(0);
      await page.locator('#content a[href="/pricing"], footer a[href="/pricing"]').first().click();
      await page.waitForURL("**/pricing");
      // The page is shown, and not only asked for: until then the one before it is.
      await page.locator("#plans").waitFor();
      expect(await workspace(page).count()).toBe(0);
      await page.goBack();
      await workspace(page).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => workspace(page).count()).toBe(0);
      expect(await page.locator("[data-chip]").count()).toBe(0);
    });
    await withPage({}, async (page) => {
      await page.goto(`${site().url}/audio-trimmer`);
      await page.waitForFunction(() => history.scrollRestoration === "manual");
      expect(await workspace(page).count()).toBe(0);
      await open(page);
      await close(page).click();
      await expect.poll(() => workspace(page).count()).toBe(0);
      // Closed is closed, after a reload, too.
      await page.reload();
      await page.waitForFunction(() => history.scrollRestoration === "manual");
      expect(await workspace(page).count()).toBe(0);
    });
  });

  it("WSP-3 lists its entries by their numbers, which are not shown; each is a link to the page of its tool", async () => {
    await withPage({}, async (page) => {
      await open(page);
      const nav = workspace(page).locator("nav").first();
      const text = (await nav.innerText()).replaceAll("\n", " ");
      for (const { id } of MENU)
        expect(await nav.locator(`[data-entry="${id}"]`).count(), id).toBe(1);
      // Ids of the entries in code, which are not shown.
      expect(text).not.toMatch(/\d/);
      for (const name of ["Enhance", "Audio separation", "Mashup", "Karaoke", "Podcast"])
        expect(text).toContain(name);
      const hrefs = await nav
        .locator("a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(hrefs).toContain("/ai-text-to-speech?from=workspace");
      expect(hrefs.every((href) => href?.startsWith("/"))).toBe(true);
    });
  });

  it("WSP-3 the gift makes its entry flicker, and asks for the recipient", async () => {
    await withPage({}, async (page) => {
      await open(page);
      const before = await workspace(page).locator("nav").first().innerHTML();
      await workspace(page).getByRole("button", { name: "Gift credits" }).click();
      await page.locator("dialog[open]", { hasText: "Email address" }).waitFor();
      expect(await workspace(page).locator("nav").first().innerHTML()).not.toBe(before);
    });
  });

  it("WSP-5 WSP-3 entries lead to pages while the workspace stays, with its files", async () => {
    await withPage({}, async (page) => {
      await open(page);
      await addTone(page);
      await page.evaluate(() => ((window as { stays?: boolean }).stays = true));
      for (const [name, path] of [
        ["Mashup", "/ai-mashup-maker"],
        ["Text to speech", "/ai-text-to-speech"],
        ["Voice changer", "/voice-changer"],
      ] as const) {
        const menu = workspace(page).locator("nav").first();
        await menu.getByRole("link", { name: new RegExp(`^${name}`) }).click();
        await expect.poll(() => page.url()).toBe(site().url + path);
        expect(await workspace(page).getByText("tone.wav").count()).toBeGreaterThan(0);
      }
      await page.goBack();
      await expect.poll(() => page.url()).toBe(`${site().url}/ai-text-to-speech`);
      expect(await workspace(page).count()).toBe(1);
      expect(await page.evaluate(() => (window as { stays?: boolean }).stays)).toBe(true);
    });
  });

  it("WSP-5 a reload, a crash of the tab and another language lose no file", async () => {
    await withPage({}, async (page) => {
      await open(page);
      await addTone(page);
      await expect.poll(() => workspace(page).getByText("Saving on this device").count()).toBe(0);
      await page.reload();
      await workspace(page).getByText("tone.wav").first().waitFor();
      const other = await page.context().newPage();
      await page.close();
      await other.goto(`${site().url}/ar/audio-trimmer`);
      await other.locator("dialog[open]").getByText("tone.wav").first().waitFor();
    });
  });

  it("WSP-5 a file that is dropped anywhere joins the tray; several at once", async () => {
    await withPage({}, async (page) => {
      await open(page);
      const bytes = [...toneOf({ seconds: 1 })];
      await page.evaluate((data) => {
        const transfer = new DataTransfer();
        for (const name of ["a.wav", "b.wav"])
          transfer.items.add(new File([new Uint8Array(data)], name, { type: "audio/wav" }));
        const target = document.querySelector("dialog[open]")!;
        for (const type of ["dragenter", "dragover", "drop"])
          target.dispatchEvent(
            new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
          );
      }, bytes);
      await workspace(page).locator("[data-pane=files]").getByText("a.wav").waitFor();
      await workspace(page).locator("[data-pane=files]").getByText("b.wav").waitFor();
    });
  });

  it("WSP-5 ? shows the keys, and everything closes by Escape, one after the other", async () => {
    await withPage({}, async (page) => {
      await open(page);
      await page.keyboard.press("?");
      const keys = page.locator("dialog[open]", { hasText: "Go to the queue" }).last();
      await keys.waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog[open]").count()).toBe(1);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
      // Keyboard navigation continues in the page.
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    });
  });

  it.each(sampleOf(1, ["volume-changer", "background-audio-remover", "voice-changer"]))(
    "WSP-5 TLS-18 %s is started within 15 tabs of its opening: its settings come before the menu of tools",
    async (slug) => {
      await withPage({}, async (page) => {
        await signIn(page);
        await open(page, `/${slug}?from=workspace`);
        await addTone(page);
        const start = "dialog[open] [data-pane=panel] [data-start]:enabled";
        await page.locator(start).waitFor();
        // What the file changes in the panel may move the focus.
        await settled(page);
        const isThere = () => page.evaluate((own) => document.activeElement!.matches(own), start);
        let tabs = 0;
        for (; tabs < 15 && !(await isThere()); tabs++) await page.keyboard.press("Tab");
        expect(await isThere(), `${tabs} tabs`).toBe(true);
      });
    },
  );

  it("WSP-4 on a phone the menu, files and queue come one at a time", async () => {
    await withPage({ viewport: { width: 390, height: 780 } }, async (page) => {
      await open(page);
      const nav = workspace(page).locator("nav[aria-label='Tools']");
      expect(await nav.isVisible()).toBe(false);
      await workspace(page).getByRole("button", { name: "Tools" }).click();
      await nav.waitFor({ state: "visible" });
      await nav.getByText("Mashup", { exact: true }).click();
      await expect.poll(() => page.url()).toBe(`${site().url}/ai-mashup-maker`);
      await expect.poll(() => nav.isVisible()).toBe(false);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    });
  });
});

describe("pages without the workspace", () => {
  const tab = useTab();
  beforeAll(async () => {
    const page = await tab();
    await signIn(page);
    // Elsewhere this visitor has it.
    await open(page, "/audio-trimmer");
  });

  it.each(
    sampleOf(3, [
      "/pricing",
      "/terms-policy",
      "/subscription",
      "/refund-policy",
      "/privacy-policy",
      "/podcast-preview",
      "/use-history",
      "/account-settings",
    ]),
  )("WSP-1 is hidden on %s", async (path) => {
    const page = await tab();
    const known = page.waitForResponse("**/audio/api/user/credits/balance");
    await page.goto(`${site().url}${path}?from=workspace`);
    await known;
    await page.waitForFunction(() => document.querySelector("#content h1") !== null);
    // What would open it has been asked for by then, and has come.
    await settled(page);
    expect(await workspace(page).count()).toBe(0);
  });
});
