import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { listFiles } from "#cli/files/files.ts";
import { painted } from "./application.ts";
import { useBrowser, watch, withPage } from "./browser.ts";
import { fetchPath } from "./crawler.ts";
import { kindsIn } from "./pages.ts";
import { tagsOf } from "./tags.ts";
import { isLong, sampleOf } from "../left-out.ts";

useBrowser();
const dist = inject("dist");
const policyOf = async (at: string): Promise<string> =>
  (await fetchPath(inject("url"), at)).headers.get("content-security-policy") ?? "";

describe("the content security policy", () => {
  it("CLI-3 has the hash of every inline script of every page, and no way around it", async () => {
    const policy = await policyOf("/");
    const allowed = new Set(Array.from(policy.matchAll(/'(sha256-[^']+)'/g), ([, value]) => value));
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|unsafe-hashes|\*/);
    const faults: string[] = [];
    const used = new Set<string>();
    for (const file of listFiles(dist).filter((name) => name.endsWith(".html")))
      for (const { name, attributes, text } of tagsOf(
        fs.readFileSync(path.join(dist, file), "utf8"),
      )) {
        if (
          name === "script" &&
          attributes["src"] === undefined &&
          !/json/.test(attributes["type"] ?? "")
        ) {
          const value = `sha256-${hash("sha256", text, "base64")}`;
          used.add(value);
          if (!allowed.has(value)) faults.push(`${file}: a script without its hash`);
        }
        if (name === "style") faults.push(`${file}: a style element`);
        for (const key of Object.keys(attributes))
          if (/^on|^style$/.test(key)) faults.push(`${file}: ${name} ${key}="${attributes[key]}"`);
      }
    expect(faults).toEqual([]);
    expect(allowed).toEqual(used);
  });

  it("CLI-3 is sent with pages, error pages and files alike", async () => {
    const policy = await policyOf("/");
    expect(policy).toContain("default-src 'none'");
    for (const at of [
      "/de/audio-trimmer",
      "/no-such-page",
      "/500.html",
      "/robots.txt",
      "/favicon.svg",
    ])
      expect([at, await policyOf(at)]).toEqual([at, policy]);
  });

  it("CLI-3 comes with the other headers that keep a page to itself", async () => {
    const { headers } = await fetchPath(inject("url"), "/audio-trimmer");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
  });

  it("CLI-3 keeps an injected script from running", async () => {
    await withPage({}, async (page) => {
      await page.goto("/audio-trimmer?noredirect");
      const result = await page.evaluate(async () => {
        const state = globalThis as { pwned?: string[] };
        state.pwned = [];
        const refused: string[] = [];
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
          refused.push(effectiveDirective),
        );
        const add = (name: string, values: Record<string, string>, text = "") => {
          const element = document.createElement(name);
          for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
          element.textContent = text;
          document.body.append(element);
          return new Promise<unknown>((resolve) => {
            element.addEventListener("load", resolve);
            element.addEventListener("error", resolve);
          });
        };
        void add("script", {}, "pwned.push('inline')");
        const tried = [
          add("script", { src: "data:text/javascript,pwned.push('data')" }),
          add("script", { src: URL.createObjectURL(new Blob(["pwned.push('blob')"])) }),
          add("script", { src: "https://evil.example/x.js" }),
          add("img", { src: "/none.png", onerror: "pwned.push('handler')" }),
          add("iframe", { srcdoc: "<script>parent.pwned.push('frame')</script>" }),
        ];
        void add("base", { href: "https://evil.example/" });
        void add("object", { data: "/favicon.svg" });
        // Later, since what the debugger itself runs may evaluate text.
        const evaluated = new Promise<void>((resolve) => {
          setTimeout(() => {
            try {
              // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
              new Function("pwned.push('eval')")();
            } catch {
              refused.push("eval");
            }
            resolve();
          });
        });
        await Promise.all([...tried, evaluated]);
        // Violations are reported asynchronously.
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        });
        return { pwned: state.pwned, refused: [...new Set(refused)], base: document.baseURI };
      });
      expect(result.pwned).toEqual([]);
      expect(result.base).not.toContain("evil");
      expect(result.refused).toEqual(
        expect.arrayContaining(["script-src-elem", "script-src-attr", "eval", "base-uri"]),
      );
    });
  });
});

describe("in the browser", () => {
  // A language brings texts, and no script of its own: the home page alone leads to others.
  const pages = isLong
    ? kindsIn("en", "ar", "ja")
    : [["home in en", "/"] as [string, string], ...kindsIn("ar")];
  it.each(sampleOf(6, pages))("CLI-3 %s (%s) breaks no rule and logs nothing", async (_, at) => {
    await withPage({}, async (page) => {
      const pageErrors = watch(page);
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
          // oxlint-disable-next-line no-console
          console.error(`CSP ${effectiveDirective} ${blockedURI}`),
        );
      });
      await page.goto(`${at}?noredirect`, { waitUntil: "load" });
      for (const summary of await page.locator("header [data-menu] > summary").all())
        if (await summary.isVisible()) await summary.click();
      await painted(page);
      // That an unknown address answers 404 is no fault.
      expect(pageErrors.filter((text) => !/status of 404/.test(text))).toEqual([]);
    });
  });
});
