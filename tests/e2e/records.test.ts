import path from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { describe, expect, inject, it } from "vitest";
import type { Records } from "#runtime/audio/records.ts";
import { useBrowser, watch, withPage } from "./browser.ts";

declare global {
  interface Window {
    readonly records: Records;
  }
}

useBrowser();

/** Stores that came with each version, from the first; all are there with an index since the second. */
const CAME = [
  ["peaks", "runs"],
  ["spectra"],
  ["songs"],
  ["transcripts"],
  ["media"],
  ["speeches"],
  ["segments"],
] as const;

/** Makes the browser's database as an earlier version left it, with an entry of each kind. */
const makeOld = (page: Page, version: number): Promise<void> =>
  page.evaluate(
    ({ version, stores }) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("toolkit-audio", version);
        request.onupgradeneeded = () => {
          for (const name of stores) {
            const store = request.result.createObjectStore(name);
            if (version > 1) store.createIndex("used", "used");
            store.put({ value: `old ${name}`, used: 1 }, "old");
          }
        };
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
      }),
    { version, stores: CAME.slice(0, version).flat() },
  );
const read = (page: Page, key: string) =>
  page.evaluate(
    async ({ names, key }) =>
      Promise.all(names.map(async (name) => window.records.get(name, key) as Promise<unknown>)),
    { names: CAME.flat(), key },
  );

describe("records about sounds", () => {
  it("TLS-1 survive the upgrade from each earlier version, and later ones are stored in the browser", async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, "hooks/records.ts")],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
    });
    for (let version = 1; version <= CAME.length; version++)
      await withPage({}, async (page) => {
        const pageErrors = watch(page);
        await page.route("**/records/**", (route) =>
          route.request().url().endsWith(".js")
            ? route.fulfill({ contentType: "text/javascript", body: outputFiles[0]!.text })
            : route.fulfill({
                contentType: "text/html",
                body: "<!doctype html><title>Kept</title>",
              }),
        );
        const load = async (): Promise<void> => {
          await page.goto(`${inject("url")}/records/`);
          await page.addScriptTag({ type: "module", url: "/records/page.js" });
          await page.waitForFunction(() => "records" in window);
        };
        await page.goto(`${inject("url")}/records/`);
        await makeOld(page, version);
        await load();
        const there = new Set<string>(CAME.slice(0, version).flat());
        const old = CAME.flat().map((name) => (there.has(name) ? `old ${name}` : null));
        expect(await read(page, "old")).toEqual(old);
        await page.evaluate(async (names) => {
          for (const name of names) await window.records.put(name, "new", `new ${name}` as never);
        }, CAME.flat());
        // Nothing of it was in the memory of the page alone.
        await load();
        expect(await read(page, "new")).toEqual(CAME.flat().map((name) => `new ${name}`));
        expect(await read(page, "old")).toEqual(old);
        expect(pageErrors).toEqual([]);
      });
  });
});
