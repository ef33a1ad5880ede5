import type { Fault } from "./faults.ts";
import type { BuiltPage } from "./page.ts";
import type { SiteTree } from "./site-tree.ts";

export interface AlternatesInput {
  readonly pages: ReadonlyMap<string, BuiltPage>;
  readonly tree: SiteTree;
  /** Address of a page without its locale: equal for the translations of a page. */
  readonly routeOf: (file: string) => string;
  readonly add: (fault: Fault) => void;
}

interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}

/** Parses a page's alternates from `hreflang href` lines; pages share most of them. */
const parse = (lines: string): Alternate[] =>
  lines === ""
    ? []
    : lines.split("\n").map((line) => {
        const cut = line.indexOf(" ");
        return { hreflang: line.slice(0, cut), href: line.slice(cut + 1) };
      });

/**
 * Checks canonical URLs and hreflang links: complete, reciprocal, and of indexable pages (SEO-1).
 */
export function checkAlternates({ pages, tree, routeOf, add }: AlternatesInput): void {
  const clusters = new Map<string, BuiltPage[]>();
  for (const page of pages.values()) {
    if (!page.indexable) continue;
    const route = routeOf(page.file);
    const cluster = clusters.get(route);
    if (cluster) cluster.push(page);
    else clusters.set(route, [page]);
  }
  for (const page of pages.values()) {
    const { file, url, canonical, alternates } = page;
    const report = (detail: string): void => add({ file, detail });
    if (canonical !== undefined) {
      if (/[?#]/.test(canonical))
        report(`The canonical address ${canonical} has a query or a hash`);
      else if (canonical !== url) report(`The canonical address is ${canonical} and not ${url}`);
    }
    if (!page.indexable) {
      if (alternates !== "") report("The page is noindex and has hreflang links");
      continue;
    }
    const rows = parse(alternates);
    checkRows(page, rows, report);
    for (const other of clusters.get(routeOf(file)) ?? [])
      if (other !== page && !rows.some(({ href }) => href === other.url))
        report(`No hreflang link leads to the translation ${other.url}`);
    const checked = new Set<string>();
    for (const { href } of rows) {
      if (href === url || checked.has(href)) continue;
      checked.add(href);
      const target = tree.resolve(href, url);
      if (target.kind !== "page") {
        // A broken link is reported as such; a target that is not a page cannot be an alternate
        // either.
        if (target.kind !== "nothing")
          report(`The hreflang link ${href} is not a page of the site`);
        continue;
      }
      const other = pages.get(target.file)!;
      if (!other.indexable) report(`The hreflang link ${href} leads to a page that is noindex`);
      // Equal tables are reciprocal, and nearly all are equal.
      else if (
        other.alternates !== alternates &&
        !parse(other.alternates).some((row) => row.href === url)
      )
        report(`The hreflang link ${href} is not returned by that page`);
    }
  }
}

function checkRows(
  { url, canonical }: BuiltPage,
  rows: readonly Alternate[],
  report: (detail: string) => void,
): void {
  if (rows.length === 0) return;
  if (!rows.some(({ href }) => href === url))
    report("The page is not among its own hreflang links");
  if (canonical !== undefined && !rows.some(({ href }) => href === canonical))
    report("The canonical address is not among the hreflang links");
  if (!rows.some(({ hreflang }) => hreflang === "x-default"))
    report("The hreflang links have no x-default");
  const seen = new Set<string>();
  for (const { hreflang, href } of rows) {
    if (seen.has(hreflang)) report(`hreflang="${hreflang}" stands twice`);
    seen.add(hreflang);
    if (!/^https?:\/\//.test(href)) report(`The hreflang link ${href} is not a full address`);
    if (hreflang !== "x-default" && !isTag(hreflang))
      report(`hreflang="${hreflang}" is not a language`);
  }
}

const tags = new Map<string, boolean>();
/** Language, then script or region: the forms that search engines support. */
function isTag(tag: string): boolean {
  let known = tags.get(tag);
  if (known === undefined)
    tags.set(
      tag,
      (known = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(tag) && canonical(tag)),
    );
  return known;
}
function canonical(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
