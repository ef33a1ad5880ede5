import path from "node:path";
import { build } from "esbuild";
import { describe, expect, inject, it } from "vitest";
import { useBrowser, watch, withPage } from "./browser.ts";
import type { Rendered } from "./stem-clock-harness.ts";
import { isLong } from "../left-out.ts";

declare global {
  interface Window {
    readonly render: (seconds: number, late?: number) => Promise<Rendered>;
  }
}

useBrowser();

/** All kinds of changes come several times in two; the long run looks for what adds up. */
const MINUTES = isLong ? 10 : 2;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "stem-clock-harness.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  return outputFiles[0]!.text;
}

describe("the mixer's clock", () => {
  it(`TLS-1 keeps eight stems on one sample for ${MINUTES} minutes of rendered sound, through loops, seeks and other tempi`, async () => {
    const script = await bundle();
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      await page.route("**/stem-clock/*", (route) =>
        route.request().url().endsWith(".js")
          ? route.fulfill({ contentType: "text/javascript", body: script })
          : route.fulfill({
              contentType: "text/html",
              body: `<!doctype html><title>Stems</title><script type="module" src="/stem-clock/page.js"></script>`,
            }),
      );
      await page.goto(`${inject("url")}/stem-clock/`);
      // A stem that is a sample late is found out.
      const late = await page.evaluate(() => window.render(20, 5));
      expect(late.apart).toBe(1);

      const all = await page.evaluate((seconds) => window.render(seconds), 60 * MINUTES);
      expect(all.apart).toBe(0);
      // The mix is the stems as they came, neither later nor earlier.
      expect(all.missing).toBeLessThan(1e-5);
      expect(all.heard).toBeGreaterThan(54 * MINUTES);
      for (const count of Object.values(all.done)) expect(count).toBeGreaterThan(2 * MINUTES);
      expect(pageErrors).toEqual([]);
    });
  });
});
