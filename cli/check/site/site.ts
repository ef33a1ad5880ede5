import fs from "node:fs";
import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import { type Site, type SiteLocale, siteLocale } from "#core/site/site.ts";
import { readText, withIo } from "../../files/files.ts";
import { outputOf } from "../../build/plan/output-of.ts";
import { pause } from "../../command-kit/pause.ts";
import { checkAlternates } from "./alternates.ts";
import { type Fault, createFaults } from "./faults.ts";
import { checkRedirects, checkRobots, readPolicies, readRedirects } from "./host-files.ts";
import { type BuiltPage, readPage } from "./page.ts";
import { checkSitemaps } from "./sitemap-files.ts";
import { type LinkTarget, isPage, readSiteTree } from "./site-tree.ts";

export interface SiteCheckInput {
  readonly site: Site;
  /** Absolute path of the built site. */
  readonly folder: string;
  /** Name of the built site in findings: `dist`. */
  readonly shown: string;
  /** Restricts the check to one locale's pages. */
  readonly locale?: string;
  readonly signal: AbortSignal;
}

/** Checks a built site as visitors and search engines see it. */
export async function checkBuiltSite(
  input: SiteCheckInput,
): Promise<{ problems: Problem[]; pages: number }> {
  const { site, shown, signal } = input;
  // The link may be switched to another build while this one is read.
  const folder = withIo(input.folder, () => fs.realpathSync(input.folder));
  const read = (file: string): string | undefined => readText(path.join(folder, file));
  const localeOf = localesByFolder(site);
  const faults = createFaults(
    shown,
    (file) => input.locale === undefined || localeOf(file).code === input.locale,
  );
  const { add } = faults;

  const policyOf = readPolicies(read("_headers"), add);
  const redirects = read("_redirects") ?? "";
  const tree = readSiteTree(folder, site, readRedirects(redirects, add));
  const targets = new Map(tree.roots.map((root) => [root, new Map<string, LinkTarget>()]));
  const anchors = new Map<string, Anchor>();
  const pages = new Map<string, BuiltPage>();
  for (const file of tree.files) {
    if (!isPage(file)) continue;
    if (pages.size % 50 === 0) await pause(signal);
    const root = tree.rootOf(file);
    const facts = readPage(read(file) ?? "", file, {
      tree,
      locale: localeOf(file),
      policy: policyOf(new URL(tree.urlOf(file)).pathname),
      targets: targets.get(root)!,
      add,
      onAnchor(target, id, { href, locate, ...fault }) {
        const key = `${target} ${id}`;
        const known = anchors.get(key);
        if (known) known.files.add(fault.file);
        else
          anchors.set(key, { target, id, href, position: locate(), files: new Set([fault.file]) });
      },
    });
    pages.set(file, facts);
  }
  const home = outputOf(site, site.defaultLocale, "/");
  if (!pages.has(home)) add({ file: home, detail: "The site has no home page" });

  for (const { target, id, href, position, files } of anchors.values())
    if (!pages.get(target)?.ids.includes(` ${id} `))
      for (const file of files)
        add({
          file,
          detail: `A link leads to ${href}, and that page has no such element`,
          locate: () => position,
        });
  checkAlternates({ pages, tree, add, routeOf: (file) => routeOf(localeOf(file), file) });
  checkSitemaps({ pages, tree, add, read: (file) => read(file) ?? "" });
  checkRedirects(redirects, tree, add);
  for (const root of tree.roots) checkRobots(read(`${root.folder}robots.txt`), tree, root, add);
  return { problems: faults.list(), pages: pages.size };
}

interface Anchor {
  readonly target: string;
  readonly id: string;
  readonly href: string;
  readonly position: ReturnType<NonNullable<Fault["locate"]>>;
  readonly files: Set<string>;
}

const folderOf = ({ domain, code, prefix }: SiteLocale): string =>
  domain === undefined ? prefix.slice(1) : code;

/** Locale of a file of the built site, by its first folder or the name of its sitemap. */
function localesByFolder(site: Site): (file: string) => SiteLocale {
  const byFolder = new Map(site.locales.map((locale) => [folderOf(locale), locale]));
  const fallback = siteLocale(site, site.defaultLocale);
  return (file) => {
    const first = file.slice(0, Math.max(0, file.indexOf("/")));
    const sitemap = /^([^/]+)-sitemap(-\d+)?\.xml$/.exec(file)?.[1];
    const named = site.locales.find(({ code }) => code === sitemap);
    return named ?? byFolder.get(first) ?? fallback;
  };
}

function routeOf(locale: SiteLocale, file: string): string {
  const folder = folderOf(locale);
  const below = folder === "" ? file : file.slice(folder.length + 1);
  return below.replace(/\/?index\.html$/, "");
}
