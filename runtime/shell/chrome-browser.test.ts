import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { useBrowser, withPage } from "#tests/e2e/browser.ts";
import type { createChrome, PageChrome } from "../router/chrome.ts";

useBrowser();
let script = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        'import { createChrome } from "../router/chrome.ts"; window.createChrome = createChrome;',
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "iife",
  });
  script = outputFiles[0]!.text;
});

const bodyOf = (locale: string) =>
  `<a class="skip-link">${locale}</a><header>${locale}</header><main id="content"></main><footer>${locale}</footer>`;

it("NAV-7 a shared podcast and an error have the page to themselves; header and footer come back, or those of another language", () =>
  withPage({}, async (page) => {
    await page.setContent(bodyOf("en"));
    await page.addScriptTag({ content: script });
    const shown = await page.evaluate((german) => {
      const own = window as unknown as { createChrome: typeof createChrome };
      const chrome: PageChrome = own.createChrome(document, { kind: "tool", locale: "en" });
      const changes: string[] = [];
      const changeTo = (kind: Parameters<PageChrome["change"]>[0]["kind"], locale = "en") => {
        const framed = { kind, locale } as Parameters<PageChrome["change"]>[0];
        const isAtHand = chrome.isAtHand(framed);
        const from = isAtHand ? null : new DOMParser().parseFromString(german, "text/html");
        chrome.change(framed, from);
        changes.push(
          Array.from(document.body.children, ({ tagName, textContent }) =>
            tagName === "SCRIPT" ? "" : `${tagName.toLowerCase()} ${textContent}`.trim(),
          )
            .filter(Boolean)
            .join(", "),
        );
      };
      changeTo("podcast");
      changeTo("home");
      changeTo("error");
      changeTo("tool", "de");
      changeTo("podcast", "de");
      changeTo("tool");
      return changes;
    }, bodyOf("de"));
    const around = (locale: string) => `a ${locale}, header ${locale}, main, footer ${locale}`;
    expect(shown).toEqual(["main", around("en"), "main", around("de"), "main", around("en")]);
  }));
