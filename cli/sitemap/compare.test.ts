import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { parseRedirects } from "../preview/rules/redirects-file.ts";
import { escapeXml } from "#core/xml/scan-xml.ts";
import { type Difference, compareSitemaps } from "./compare.ts";
import { resolveAddress, openFolder } from "./folder-source.ts";
import { type Source, createLocaleOf } from "./source.ts";
import { isLong } from "#tests/left-out.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-compare-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

interface Page {
  readonly lastmod: string;
  readonly alternates: Readonly<Record<string, string>>;
}
/** A site as the reference implementation sees it. */
interface Site {
  readonly pages: ReadonlyMap<string, Page>;
  readonly redirects: ReadonlyMap<string, string>;
  /** Existing pages that are not listed. */
  readonly hidden: ReadonlySet<string>;
}

const ORIGIN = "https://site.test";
const LANGUAGES = ["en", "de", "fr"];
const slug = fc.constantFrom("a", "b", "c", "d", "e&f", "g'h", "é");
const url = fc
  .tuple(fc.constantFrom("", "/de", "/fr"), slug)
  .map(([prefix, name]) => new URL(`${ORIGIN}${prefix}/${name}`).href);
const page = fc.record({
  lastmod: fc.constantFrom("", "2026-01-01", "2026-01-01T00:00:00Z", "2026-02-01"),
  alternates: fc.dictionary(fc.constantFrom(...LANGUAGES), url, {
    maxKeys: 3,
    noNullPrototype: true,
  }),
});
const site = fc
  .record({
    pages: fc.uniqueArray(fc.tuple(url, page), { selector: ([each]) => each, maxLength: 12 }),
    redirects: fc.array(fc.tuple(url, url), { maxLength: 6 }),
    hidden: fc.array(url, { maxLength: 4 }),
  })
  .map(({ pages, redirects, hidden }): Site => ({
    pages: new Map(pages),
    redirects: new Map(redirects),
    hidden: new Set(hidden),
  }));

const entryOf = ([loc, { lastmod, alternates }]: readonly [string, Page]): string =>
  `<url><loc>${escapeXml(loc)}</loc>${lastmod && `<lastmod>${lastmod}</lastmod>`}${Object.entries(
    alternates,
  )
    .map(
      ([language, href]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`,
    )
    .join("")}</url>\n`;
const urlset = (entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries}</urlset>\n`;

/** The same comparison, implemented as simply as possible. */
function oracle(old: Site, now: Site): Difference[] {
  const localeOf = (loc: string, { alternates }: Page): string =>
    LANGUAGES.toSorted().find((language) => alternates[language] === loc) ?? "-";
  const differences: Difference[] = [];
  for (const loc of [...new Set([...old.pages.keys(), ...now.pages.keys()])].sort()) {
    const [was, is] = [old.pages.get(loc), now.pages.get(loc)];
    const base = { url: loc, locale: localeOf(loc, (is ?? was)!) };
    if (!was) differences.push({ ...base, kind: "added" });
    else if (!is) {
      let at = loc;
      const seen = new Set<string>();
      while (!now.pages.has(at) && !now.hidden.has(at) && !seen.has(at)) {
        seen.add(at);
        at = now.redirects.get(at) ?? at;
      }
      const there = now.pages.has(at) || now.hidden.has(at);
      if (!there) differences.push({ ...base, kind: "removed" });
      else if (at === loc) differences.push({ ...base, kind: "unlisted" });
      else differences.push({ ...base, kind: "moved", to: at });
    } else {
      const lines = ({ alternates }: Page): string[] =>
        Object.entries(alternates)
          .map(([language, href]) => `${language} ${href}`)
          .sort();
      const added = lines(is).filter((each) => !lines(was).includes(each));
      const removed = lines(was).filter((each) => !lines(is).includes(each));
      const time = (text: string): number => (text === "" ? -1 : new Date(text).getTime());
      const isLater = time(was.lastmod) !== time(is.lastmod);
      const isOther = added.length + removed.length > 0;
      if (isLater || isOther)
        differences.push({
          ...base,
          kind: "changed",
          ...(isLater && { lastmod: { old: was.lastmod, new: is.lastmod } }),
          ...(isOther && { alternates: { added, removed } }),
        });
    }
  }
  return differences;
}

/** Half of the pairs share most of their pages. */
const pair = fc
  .tuple(site, site, fc.boolean())
  .map(([old, other, isEdit]): readonly [Site, Site] => [
    old,
    isEdit ? { ...other, pages: new Map([...old.pages, ...other.pages].slice(1)) } : other,
  ]);

async function compare(old: Source, now: Source) {
  const comparison = await compareSitemaps({
    old,
    new: now,
    localeOf: createLocaleOf(undefined),
    keyOf: (loc) => loc,
    signal: new AbortController().signal,
  });
  const { counts, same } = comparison;
  const { differences } = comparison;
  expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(differences.length);
  return { differences, total: same + differences.length };
}

/** A site as a build writes it: an index of two sitemaps, one of them compressed. */
function filesOf({ pages }: Site): Record<string, string | Uint8Array> {
  const entries = [...pages].map(entryOf);
  const half = Math.ceil(entries.length / 2);
  const child = (name: string): string => `<sitemap><loc>${ORIGIN}/${name}</loc></sitemap>`;
  return {
    "sitemap.xml": `<sitemapindex>${child("one.xml")}${child("two.xml.gz")}</sitemapindex>`,
    "one.xml": urlset(entries.slice(0, half).join("")),
    "two.xml.gz": gzipSync(urlset(entries.slice(half).reverse().join("")), { level: 1 }),
  };
}
const redirectsOf = ({ redirects }: Site): string =>
  [...redirects]
    .map(([from, to]) => `${new URL(from).pathname} ${new URL(to).pathname} 301\n`)
    .join("");

/** A site in memory. */
function literal(site: Site): Source {
  const files = filesOf(site);
  const { rules } = parseRedirects(redirectsOf(site));
  return {
    name: "literal",
    start: async () => [`${ORIGIN}/sitemap.xml`],
    async open(url) {
      const data = Buffer.from(files[url.slice(ORIGIN.length + 1)]!);
      async function* chunks() {
        for (let at = 0; at < data.length; at += 100) yield data.subarray(at, at + 100);
      }
      return { label: url, chunks: chunks() };
    },
    redirectOutcomeOf: async (url, isListed) =>
      resolveAddress(url, {
        rules,
        isListed,
        isPage: (at) => site.pages.has(at) || site.hidden.has(at),
      }),
    close: async () => {},
  };
}

it(
  "CLI-7 finds what a naive oracle finds, on random pairs of sites",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([old, now]) => {
        const { differences, total } = await compare(literal(old), literal(now));
        expect(differences).toEqual(oracle(old, now));
        expect(total).toBe(new Set([...old.pages.keys(), ...now.pages.keys()]).size);
      }),
      { numRuns: isLong ? 5000 : 200 },
    );
  },
);

it("CLI-7 finds the same in folders", { timeout: 120_000 }, async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(pair, async ([old, now]) => {
      const folder = path.join(root, `${number++}`);
      const open = (name: string, site: Site): Source => {
        const files = filesOf(site);
        files["_redirects"] = redirectsOf(site);
        const below = path.join(folder, name);
        for (const each of [...site.pages.keys(), ...site.hidden])
          files[`${decodeURIComponent(new URL(each).pathname).slice(1)}/index.html`] = "";
        for (const [file, data] of Object.entries(files)) {
          fs.mkdirSync(path.dirname(path.join(below, file)), { recursive: true });
          fs.writeFileSync(path.join(below, file), data);
        }
        return openFolder({ name, file: below, roots: [{ origin: "", folder: "" }] });
      };
      const { differences } = await compare(open("old", old), open("new", now));
      expect(differences).toEqual(oracle(old, now));
    }),
    { numRuns: isLong ? 300 : 15 },
  );
});

/** Writes sitemaps of many addresses, some of which differ between the sides. */
function writeLarge(folder: string, count: number, isNew: boolean): void {
  fs.mkdirSync(folder, { recursive: true });
  const languages = ["en", "de", "ja"];
  const perFile = 50_000;
  const files = Math.ceil(count / perFile);
  for (let file = 0; file < files; file++) {
    let text = "";
    for (let at = file * perFile; at < Math.min(count, (file + 1) * perFile); at++) {
      // Shuffled, so that neither side is sorted.
      const id = (at * 7919) % count;
      const name = isNew && id % 1000 === 0 ? `new-${id}` : `page-${id}`;
      const alternates = Object.fromEntries(
        languages.map((each) => [each, `${ORIGIN}/${each}/${name}`]),
      );
      const lastmod = isNew && id % 500 === 1 ? "2026-02-01" : "2026-01-01";
      text += entryOf([`${ORIGIN}/en/${name}`, { lastmod, alternates }]);
    }
    fs.writeFileSync(path.join(folder, `part-${file}.xml`), urlset(text));
  }
  const named = Array.from(
    { length: files },
    (_, file) => `<sitemap><loc>${ORIGIN}/part-${file}.xml</loc></sitemap>`,
  );
  fs.writeFileSync(
    path.join(folder, "sitemap.xml"),
    `<sitemapindex>${named.join("")}</sitemapindex>`,
  );
}

/**
 * Runs the command in a separate process with a limited heap: it fails if it needs more.
 * @param heap MB of V8's old generation
 * @returns the counts of its JSON
 */
async function countsWithin(heap: number, count: number): Promise<Record<string, number>> {
  const folder = path.join(root, `large-${count}`);
  writeLarge(`${folder}/old`, count, false);
  writeLarge(`${folder}/new`, count, true);
  const home = path.resolve(import.meta.dirname, "../..");
  const main = path.join(home, "cli/main.ts");
  const limits = ["--max-semi-space-size=8", `--max-old-space-size=${heap}`];
  const child = await promisify(execFile)(
    process.execPath,
    [...limits, main, "sitemap", "diff", "old", "new", "--json"],
    { cwd: folder, maxBuffer: 1 << 26 },
  ).catch((error: unknown) => error as { stdout: string; code: number });
  fs.rmSync(folder, { recursive: true });
  expect("code" in child && child.code).toBe(2);
  return (JSON.parse(child.stdout) as { counts: Record<string, number> }).counts;
}

const expected = (count: number): Record<string, number> => ({
  added: count / 1000,
  removed: count / 1000,
  changed: count / 500,
  moved: 0,
  gone: 0,
  unlisted: 0,
  same: count - count / 1000 - count / 500,
});

it("CLI-7 40,000 addresses a side fit into a heap of 80 MB", { timeout: 240_000 }, async () => {
  expect(await countsWithin(80, 40_000)).toEqual(expected(40_000));
});
