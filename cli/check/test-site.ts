import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { siteOf } from "../../core/config.ts";
import { headOf, renderHead } from "../../core/head.ts";
import type { Page } from "../../core/page.ts";
import { pathOf, siteLocale } from "../../core/site.ts";
import { loadConfig } from "../build/config.ts";
import { headersFile, redirectsFile, robotsTxt } from "../build/globals.ts";
import { isIndexable } from "../build/plan.ts";
import { localeSitemaps, rootSitemaps } from "../build/sitemaps.ts";
import { HOME, main } from "../run.ts";
import { loadSite } from "./load-site.ts";

/** Files of a small site, by path. Its messages are in a file of their own, so that the program's do not count. */
export type Files = Record<string, string>;

export const CONFIG = `export default {
  site: { name: "Test", origin: "https://site.test", contact: "mail@site.test" },
  locales: [
    { code: "en", language: "en-US", name: "English", endonym: "English", files: ["site"] },
    { code: "de", language: "de", name: "German", endonym: "Deutsch", files: ["site"] },
  ],
  seo: { defaultRating: false, images: false },
  redirects: [{ from: "/old", to: "/alpha" }],
};
`;

const list = (field: string, count: number, first: string, second: string): string =>
  `${field}:\n${Array.from({ length: count }, (_, at) => `  - ${first}: One ${at}\n    ${second}: Two ${at}\n`).join("")}`;

const texts = (name: string): string =>
  `name: ${name}
title: ${name} in your browser
description: ${name} is described here in one sentence that is long enough, and in another one.
heading: ${name}
tagline: What ${name} does.
`;

/** A tool page; `body` follows its front matter. */
export const tool = (slug: string, related: string, body = "## First part\n\nText.\n"): string =>
  `---
slug: ${slug}
menu: "1"
panel: cleaner
preset: gentle
cost: free
group: clean
modified: 2026-01-02
related: [${related}]
${texts(slug)}${list("steps", 3, "title", "text")}${list("features", 4, "title", "text")}${list("faq", 5, "question", "answer")}---
${body}`;

/** Its translation, without stamps. */
export const translation = (name: string, body = "## Erster Teil\n\nText.\n"): string =>
  `---
${texts(name)}${list("steps", 3, "title", "text")}${list("features", 4, "title", "text")}${list("faq", 5, "question", "answer")}---
${body}`;

const page = (kind: string, route: string): string =>
  `---\nkind: ${kind}\npath: ${route}\nmodified: 2026-01-01\n${texts(kind)}---\n`;

/** A site without any problem, apart from pages that are not translated. */
export const siteFiles = (): Files => ({
  "toolkit.config.ts": CONFIG,
  "runtime/panels/cleaner/panel.ts": `export default { id: "cleaner", presets: ["gentle", "strong"] };\n`,
  "content/pages/home.md": page("home", "/"),
  "content/pages/subscription.md": page("subscription", "/subscription"),
  "content/tools/alpha.md": tool("alpha", "beta"),
  "content/tools/beta.md": tool("beta", "alpha"),
  "content/policies/terms.md": `---\nslug: terms\nmodified: 2026-01-01\n${texts("terms").replace(/tagline.*\n/, "")}---\nText.\n`,
  "locales/de/tools/alpha.md": translation("Alpha auf Deutsch"),
  "locales/de/pages/home.md": `---\n${texts("Startseite")}---\n`,
  "locales/en/site.json": `{\n  "hello": "Hello {{name}}",\n  "files_one": "{{count}} file",\n  "files_other": "{{count}} files"\n}\n`,
  "locales/de/site.json": `{\n  "hello": "Hallo {{name}}",\n  "files_one": "eine Datei",\n  "files_other": "{{count}} Dateien"\n}\n`,
});

const folders: string[] = [];
/** Writes files to a fresh folder. */
export function makeSite(files: Files): string {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-site-")));
  folders.push(root);
  writeFiles(root, files);
  return root;
}

export function writeFiles(root: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

export function removeSites(): void {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
}

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line as a shell would, without a terminal. */
export async function run(
  root: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const streams = { out: "", err: "" };
  const code = await main(argv, {
    stdout: { write: (text) => (streams.out += text) },
    stderr: { write: (text) => (streams.err += text) },
    stdin: {},
    env,
    cwd: () => root,
    on: () => {},
  });
  return { code, ...streams };
}

/** What a build of a site would publish, by path, without rendering its components. */
export async function distFiles(root: string): Promise<Files> {
  const { plan } = await loadSite({ root, home: HOME });
  const config = await loadConfig(root);
  const site = siteOf(config);
  const files: Files = {
    _headers: headersFile(config, [], []),
    _redirects: redirectsFile(config),
    "robots.txt": robotsTxt(site.origin),
    "icon-512.png": "",
  };
  const listed: { path: string; modified: string }[] = [];
  for (const { code } of site.locales) {
    const sitemaps = localeSitemaps(site, code, plan.pages);
    for (const { path: file, data } of sitemaps.files) files[file] = data;
    listed.push(...sitemaps.listed);
  }
  for (const { path: file, data } of rootSitemaps(site, listed)) files[file] = data;
  for (const planned of plan.pages) {
    const { language, dir } = siteLocale(site, planned.locale);
    const rating = { value: 4.5, count: 20, reviews: 3 };
    const shown = {
      ...planned,
      path: pathOf(site, planned.locale, planned.route),
      title: `${planned.id} ${planned.locale}`,
      description: `About ${planned.id} ${planned.locale}`,
      name: planned.id,
      heading: planned.id,
      features: [],
      faq: [{ question: "Why?", answer: "So." }],
      rating,
      indexable: isIndexable(planned),
    } as unknown as Page;
    const home = pathOf(site, planned.locale, "/");
    const links = `<a href="${home}">home</a><a href="/alpha#steps">steps</a><a href="#part">part</a><img src="data:image/png;base64,AA==" srcset="/alpha 2x">`;
    files[planned.out] =
      `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">${renderHead(headOf(site, shown, "Home"))}</head><body>\n<h1 id="part">${planned.id}</h1><p id="steps">${links}</p></body></html>\n`;
    if (planned.out.endsWith("index.html"))
      files[planned.out.replace(/index\.html$/, "_payload.json")] = "{}";
  }
  return files;
}

/** Changes a text of the files, which must be there. */
export function edit(files: Files, file: string, from: string | RegExp, to: string): void {
  const before = files[file] ?? "";
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} has no ${String(from)}`);
  files[file] = after;
}

export const writeDist = (root: string, files: Files): void =>
  writeFiles(
    root,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`dist/${name}`, text])),
  );

let built: Promise<Files> | undefined;
/** Checks the small site, built, after a change to what was built. */
export async function checkBuilt(change: (files: Files) => void, ...flags: string[]): Promise<Run> {
  const root = makeSite(siteFiles());
  const files = { ...(await (built ??= distFiles(root))) };
  change(files);
  writeDist(root, files);
  return run(root, ["check", ...flags]);
}
