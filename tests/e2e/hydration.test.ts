import fs from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { adopt, walk } from "./adopt.ts";
import { useBrowser } from "./browser.ts";
import { startOwnSite } from "./own-site.ts";
import { CODES, ENGLISH_KINDS, KINDS, pathIn, TOOLS } from "./pages.ts";
import { inLongRun, isLong } from "../left-out.ts";

useBrowser();

/** Addresses of all pages of a built site, by their files. */
const pagesOf = (dist: string): string[] =>
  fs
    .readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "_payload.json")
    .map((file) => `/${path.dirname(file).replace(/^\.$/, "")}`)
    .sort();

/** A page of each kind in some languages. */
const kindsOf = (codes: readonly string[]): string[] => [
  ...codes.flatMap((code) =>
    Object.entries(KINDS)
      .filter(([kind]) => kind !== "not found")
      .map(([, route]) => pathIn(code, route)),
  ),
  ...Object.entries(ENGLISH_KINDS)
    .filter(([kind]) => kind !== "failure")
    .map(([, route]) => route),
];

describe("the application adopts what the server wrote", () => {
  it("SEO-1 a page of each kind, and of each language, and every fourth tool", async () => {
    // The long run checks every page.
    const some = TOOLS.filter((_, at) => at % 4 === 0);
    const tools = some.map((slug, at) => pathIn(CODES[at % CODES.length]!, `/${slug}`));
    const paths = [...new Set([...kindsOf(["ar"]), "/", "/pricing", ...tools])];
    expect(await adopt(inject("url"), paths)).toEqual([]);
  });

  it("SEO-1 every page", inLongRun, async () => {
    const paths = pagesOf(inject("dist"));
    expect(paths.length).toBeGreaterThan(660);
    expect(await adopt(inject("url"), paths)).toEqual([]);
  });

  it(
    "SEO-1 in a development build React has nothing to remark, by document or by navigation",
    { ...inLongRun, timeout: 600_000 },
    async () => {
      // The default language is among the pages that have one alone.
      const codes = isLong ? CODES : ["ar"];
      const site = await startOwnSite(isLong ? undefined : ["en", ...codes]);
      try {
        await site.build("development", "--development");
        site.publish("development");
        const paths = kindsOf(codes);
        expect(await adopt(site.url, paths)).toEqual([]);
        expect(await walk(site.url, [...paths, ...paths.toReversed().slice(1)])).toEqual([]);
      } finally {
        await site.remove();
      }
    },
  );
});
