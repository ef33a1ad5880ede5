import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import type { AppData, BuildMeta, LatestBuild } from "#core/page/app-data.ts";
import { mayContain } from "#core/page/path-filter.ts";
import {
  beBusy,
  click,
  follow,
  hydrated,
  open,
  settled,
  startAtOnce,
  stays,
  warmed,
} from "./application.ts";
import { useBrowser, withPage } from "./browser.ts";
import { type OwnSite, startOwnSite } from "./own-site.ts";

useBrowser();
let site: OwnSite;
let [first, second]: BuildMeta[] = [];

const metaOf = (folder: string): BuildMeta => {
  const read = <T>(file: string): T =>
    JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as T;
  return read<BuildMeta>(`builds/meta/${read<LatestBuild>("builds/latest.json").id}.json`);
};

beforeAll(async () => {
  site = await startOwnSite(["en", "ar"]);
  first = metaOf(await site.build("first"));
  site.takeCode();
  // Other code of a page, and so another script that starts all pages.
  const code = path.join(site.root, "runtime/pages/Pricing.tsx");
  fs.appendFileSync(code, "\nObject.assign(globalThis, { deployed: true });\n");
  second = metaOf(await site.build("second"));
  // As many builds later, nothing of the first one is left.
  site.copy("second", "later");
  const lost = first.assets.filter((file) => !second!.assets.includes(file));
  for (const file of lost) fs.rmSync(path.join(site.folderOf("later"), file));
});
beforeEach(() => site.publish("first"));
afterAll(() => site.remove());

const deploy = (): void => site.publish("second");

interface Tab {
  readonly page: Page;
  /** Paths of the documents that were loaded. */
  readonly documents: string[];
  /** Lets the hour pass after which a newer build is looked for. */
  look(): Promise<void>;
  hide(hidden: boolean): Promise<void>;
}

/** A tab that shows a page of the site; it runs until the work has ended. */
const withTab = (at: string, work: (tab: Tab) => Promise<void>): Promise<void> =>
  withPage({ baseURL: site.url }, async (page) => {
    await startAtOnce(page);
    await page.addInitScript(() => {
      const own = window.setTimeout;
      const waiting: (() => void)[] = [];
      window.setTimeout = ((run: () => void, ms?: number) =>
        (ms ?? 0) > 100_000 ? waiting.push(run) : own(run, ms)) as typeof setTimeout;
      let hidden = false;
      Object.defineProperty(document, "hidden", { get: () => hidden });
      Object.assign(window, {
        look: () => waiting.splice(0).forEach((run) => run()),
        hide(value: boolean) {
          hidden = value;
          document.dispatchEvent(new Event("visibilitychange"));
        },
      });
    });
    await open(page, at);
    await warmed(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await work({
      page,
      documents,
      async look() {
        const checked = page.waitForResponse("**/builds/latest.json*");
        await page.evaluate(() => (window as unknown as { look: () => void }).look());
        await checked;
      },
      hide: (hidden) =>
        page.evaluate((value) => {
          (window as unknown as { hide: (hidden: boolean) => void }).hide(value);
        }, hidden),
    });
  });

const script = (page: Page): Promise<string | null> =>
  page.locator('script[type="module"]').first().getAttribute("src");
const has = (page: Page, selector: string): Promise<number> => page.locator(selector).count();

describe("a deploy under an open tab", () => {
  it("NAV-10 open pages keep working, and the next navigation loads the newer build", async () => {
    await withTab("/audio-trimmer", async ({ page, documents, look }) => {
      const before = await script(page);
      deploy();
      // Its chunks are kept: pages of a kind that was not loaded yet are shown.
      await follow(page, "/pricing");
      expect(await has(page, "#plans")).toBe(1);
      await follow(page, "/terms-policy");
      expect(await stays(page)).toBe(true);
      await look();
      await settled(page);
      expect(await stays(page)).toBe(true);
      await click(page, "/pricing?x=1#plans");
      await page.waitForURL("**/pricing?x=1#plans");
      await page.waitForFunction(() => !("stays" in window));
      await hydrated(page);
      expect(documents).toEqual(["/pricing"]);
      expect(await script(page)).not.toBe(before);
      expect(second!.scripts).toContain(await script(page));
      // It is the newest now.
      await follow(page, "/audio-trimmer");
      await look();
      await follow(page, "/pricing");
      expect(await page.evaluate(() => (window as { deployed?: boolean }).deployed)).toBe(true);
      expect(documents).toEqual(["/pricing"]);
    });
  });

  it("ANL-1 that a tab took the newer build is counted, once; a page each time, and that the workspace was opened", async () => {
    await withTab("/audio-trimmer", async ({ page, look }) => {
      await page.waitForFunction(() => sessionStorage.getItem("toolkit_build_shown") !== null);
      const types: string[] = [];
      await page.exposeFunction("noteBeacon", (body: string) => {
        const { __logs__: logs } = JSON.parse(body) as { __logs__: { event_type: string }[] };
        types.push(...logs.map(({ event_type: type }) => type));
      });
      // From the next document on, the site counts.
      await page.addInitScript(() => {
        const { noteBeacon } = window as unknown as { noteBeacon: (body: string) => void };
        navigator.sendBeacon = (_address, body) => {
          noteBeacon(body as string);
          return true;
        };
      });
      await page.route("**/app/en.json", async (route) => {
        const data = (await (await route.fetch()).json()) as AppData;
        const analytics = { ...data.services.analytics, enabled: true, logstore: "probe" };
        await route.fulfill({ json: { ...data, services: { ...data.services, analytics } } });
      });
      const counted = (type: string) => () => types.filter((known) => known === type).length;
      deploy();
      await look();
      // The answer has come; what it says has to be taken in.
      await settled(page);
      await click(page, "/pricing");
      await expect.poll(counted("337890")).toBe(1);
      await expect.poll(counted("332001")).toBe(1);
      await page.reload();
      await expect.poll(counted("332001")).toBe(2);
      await follow(page, "/audio-trimmer");
      await expect.poll(counted("332001")).toBe(3);
      expect(counted("337890")()).toBe(1);
      expect(counted("332002")()).toBe(0);
      await follow(page, "/ai-text-to-speech");
      await page.locator('[data-open="workspace"]').first().click();
      await expect.poll(counted("332002")).toBe(1);
    });
  });

  it("NAV-10 a step back brings it, too", inLongRun, async () => {
    await withTab("/audio-trimmer", async ({ page, documents, look }) => {
      await follow(page, "/pricing");
      deploy();
      await look();
      await settled(page);
      await page.goBack();
      await page.waitForFunction(() => !("stays" in window));
      await hydrated(page);
      expect(documents).toEqual(["/audio-trimmer"]);
      expect(await has(page, "#faq")).toBe(1);
    });
  });

  it("NAV-10 a hidden tab loads it at once, and once", async () => {
    await withTab("/volume-changer", async ({ page, documents, look, hide }) => {
      deploy();
      await hide(true);
      expect(documents).toEqual([]);
      await look();
      await page.waitForFunction(() => !("stays" in window));
      await hydrated(page);
      await settled(page);
      expect(documents).toEqual(["/volume-changer"]);
      expect(second!.scripts).toContain(await script(page));
    });
  });

  it("NAV-10 a hidden tab with user input is not reloaded", inLongRun, async () => {
    await withTab("/?noredirect", async ({ page, documents, look, hide }) => {
      await page.locator("#search").fill("noise");
      deploy();
      await look();
      await hide(true);
      await settled(page);
      expect(documents).toEqual([]);
      await page.locator("#search").fill("");
      await hide(false);
      await hide(true);
      await page.waitForFunction(() => !("stays" in window));
    });
  });

  it("NAV-10 while work runs nothing is left, and the page changes all the same", async () => {
    await withTab("/volume-changer", async ({ page, documents, look, hide }) => {
      deploy();
      await beBusy(page, true);
      await hide(true);
      await look();
      await settled(page);
      await hide(false);
      await follow(page, "/pricing");
      expect(await has(page, "#plans")).toBe(1);
      expect(documents).toEqual([]);
      expect(await beBusy(page, false)).toBe(1);
      await click(page, "/audio-trimmer");
      await page.waitForFunction(() => !("stays" in window));
      expect(documents).toEqual(["/audio-trimmer"]);
    });
  });

  it(
    "NAV-10 a document that a cache keeps handing out is not loaded for ever",
    inLongRun,
    async () => {
      const old = await (await fetch(`${site.url}/volume-changer`)).text();
      deploy();
      await withPage({ baseURL: site.url }, async (page) => {
        await startAtOnce(page);
        await page.addInitScript(() => {
          Object.defineProperty(document, "hidden", { get: () => true });
        });
        const documents: string[] = [];
        page.on("request", (request) => {
          if (request.isNavigationRequest()) documents.push(request.url());
        });
        await page.route("**/volume-changer", (route) =>
          route.fulfill({ body: old, contentType: "text/html" }),
        );
        await page.goto("/volume-changer");
        await page.waitForFunction(
          () =>
            !performance
              .getEntriesByType("navigation")
              .some((entry) => (entry as PerformanceNavigationTiming).type !== "reload"),
        );
        // It finds once more that it is not of the newest build.
        await warmed(page);
        expect(documents.length).toBe(2);
      });
    },
  );

  it("NAV-11 a tab whose chunks are gone loads the target as a document, once", async () => {
    await withTab("/volume-changer", async ({ page, documents }) => {
      site.publish("later");
      await click(page, "/pricing");
      await page.waitForFunction(() => !("stays" in window));
      await hydrated(page);
      expect(documents).toEqual(["/pricing"]);
      await follow(page, "/volume-changer");
      await follow(page, "/pricing");
      expect(documents).toEqual(["/pricing"]);
    });
  });

  it("NAV-10 failures of looking are silent, and the next look finds out", inLongRun, async () => {
    await withTab("/volume-changer", async ({ page, documents, look }) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        // That a request failed is the browser's to say.
        if (message.type() === "error" && !message.text().startsWith("Failed to load"))
          errors.push(message.text());
      });
      const answers = [
        { status: 500, body: "" },
        { status: 200, body: "<!doctype html>" },
        { status: 200, body: "null" },
        { status: 200, body: '{"id":7}' },
      ];
      await page.route("**/builds/latest.json*", async (route) => {
        const answer = answers.shift();
        await (answer ? route.fulfill(answer) : route.continue());
      });
      deploy();
      for (let at = 0; at < 4; at++) {
        await look();
        await settled(page);
      }
      await follow(page, "/pricing");
      expect(documents).toEqual([]);
      await look();
      await settled(page);
      await click(page, "/volume-changer");
      await page.waitForFunction(() => !("stays" in window));
      expect([documents, errors]).toEqual([["/volume-changer"], []]);
    });
  });

  it("NAV-10 latest.json names the build, its metadata the pages; chunks of earlier builds remain", () => {
    expect(mayContain(first!.prerendered, "/audio-trimmer")).toBe(true);
    expect(first!.id).not.toBe(second!.id);
    const lost = first!.assets.filter((file) => !second!.assets.includes(file));
    expect(lost.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(2);
    for (const file of lost)
      expect(fs.existsSync(path.join(site.folderOf("second"), file))).toBe(true);
  });
});
