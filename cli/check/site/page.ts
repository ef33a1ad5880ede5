import { hash } from "node:crypto";
import type { SiteLocale } from "#core/site/site.ts";
import type { Fault } from "./faults.ts";
import { type Tag, decodeEntities, scanTags } from "./html.ts";
import { type Link, type OnAnchor, checkLinks } from "./page-links.ts";
import { positionOf } from "../locate-findings.ts";
import { type SiteTree, type LinkTarget, isErrorPage } from "./site-tree.ts";
import { checkStructuredData } from "./structured-data.ts";

/** Properties of a page that checks across pages need. */
export interface BuiltPage {
  readonly file: string;
  readonly url: string;
  readonly indexable: boolean;
  readonly canonical: string | undefined;
  /** `hreflang href` of each alternate, sorted, one per line. */
  readonly alternates: string;
  /** Ids of its elements, each between two spaces. */
  readonly ids: string;
}

export interface PageContext {
  readonly tree: SiteTree;
  /** The locale of the page's address. */
  readonly locale: SiteLocale;
  /** Content security policy that the host sends with it. */
  readonly policy: string | undefined;
  /** Cached targets of URLs, for pages of one origin. */
  readonly targets: Map<string, LinkTarget>;
  readonly add: (fault: Fault) => void;
  readonly onAnchor: OnAnchor;
}

const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  a: ["href"],
  area: ["href"],
  audio: ["src"],
  embed: ["src"],
  iframe: ["src"],
  img: ["src", "srcset"],
  input: ["src"],
  link: ["href"],
  object: ["data"],
  script: ["src"],
  source: ["src", "srcset"],
  track: ["src"],
  use: ["href"],
  video: ["src", "poster"],
};
const IMAGE_METAS = new Set(["og:image", "twitter:image"]);

/** URLs and ids that an element refers to. */
const referencesOf = ({ name, at, attributes }: Tag): Link[] =>
  (REFERENCES[name] ?? []).flatMap((attribute) => {
    const value = attributes[attribute];
    if (value === undefined) return [];
    const what = `${attribute} of <${name}>`;
    const hrefs =
      attribute === "srcset"
        ? value.split(/,\s+/).map((part) => part.trim().split(/\s/)[0]!)
        : [value.trim()];
    return hrefs.map((href) => ({ href, at, what }));
  });

/** Reads a page, reports its own problems, and returns the properties that other checks need. */
export function readPage(html: string, file: string, context: PageContext): BuiltPage {
  const { tree, locale, policy } = context;
  const base = tree.urlOf(file);
  const report = (detail: string, at = 0, more: Partial<Fault> = {}): void =>
    context.add({ file, detail, locate: () => positionOf(html, at), ...more });

  const found = { title: 0, description: 0, canonical: 0, h1: 0 };
  let canonical: string | undefined;
  let indexable = !isErrorPage(file);
  let ogUrl: string | undefined;
  let root: Tag | undefined;
  const alternates: string[] = [];
  const ids = new Set<string>();
  const links: Link[] = [];
  const data: { text: string; at: number }[] = [];
  /** End of the current <svg>. */
  let svgEnd = -1;

  scanTags(html, (tag) => {
    const { name, at, attributes, text } = tag;
    for (const attribute in attributes) {
      if (attribute === "style")
        report(`<${name}> has a style attribute, which the content security policy ignores`, at);
      else if (attribute.startsWith("on"))
        report(`<${name}> has the event attribute ${attribute}, which never runs`, at);
    }
    const { id } = attributes;
    if (id !== undefined) {
      if (ids.has(id)) report(`The id "${id}" stands twice`, at);
      ids.add(id);
    }
    links.push(...referencesOf(tag));
    if (name === "svg" && svgEnd < at) svgEnd = indexOrEnd(html, "</svg", at);
    switch (name) {
      case "html":
        root = tag;
        break;
      case "h1":
        found.h1++;
        break;
      case "title":
        // An <svg> may have a title as well; the page's own precedes headings and images.
        if (found.title > 0 && at < svgEnd) break;
        found.title++;
        if (decodeEntities(text).trim() === "") report("<title> is empty", at);
        break;
      case "meta": {
        const key = attributes["name"] ?? attributes["property"] ?? "";
        const content = attributes["content"] ?? "";
        if (key === "description") {
          found.description++;
          if (content.trim() === "" && !isErrorPage(file)) report("The description is empty", at);
        } else if (key === "robots" && /noindex|none/i.test(content)) indexable = false;
        else if (key === "og:url") ogUrl = content;
        else if (IMAGE_METAS.has(key)) links.push({ href: content, at, what: key });
        break;
      }
      case "link": {
        const href = attributes["href"] ?? "";
        if (attributes["rel"] === "canonical") {
          found.canonical++;
          canonical = href;
        } else if (attributes["rel"] === "alternate" && attributes["hreflang"] !== undefined)
          alternates.push(`${attributes["hreflang"]} ${href}`);
        break;
      }
      case "style":
        report("A <style> element, which the content security policy ignores", at);
        break;
      case "script": {
        const type = (attributes["type"] ?? "").toLowerCase();
        if (type === "application/ld+json") data.push({ text, at });
        else if (attributes["src"] === undefined && runs(type)) {
          const digest = `'sha256-${hash("sha256", text, "base64")}'`;
          if (!policy?.includes(digest))
            report(`An inline script (${digest}) is not allowed by the policy in _headers`, at);
        }
        break;
      }
    }
  });

  checkCounts(found, file, report);
  if (indexable) checkLanguage(root, locale, report);
  if (canonical !== undefined && ogUrl !== undefined && ogUrl !== canonical)
    report("og:url is not the canonical address");
  checkLinks(links, { ...context, file, html, base, ids, report });
  for (const { text, at } of data)
    checkStructuredData(
      text,
      (detail) => report(detail, at),
      (url) => tree.resolve(url, base).kind,
    );
  if (!isErrorPage(file) && !tree.files.has(file.replace(/index\.html$/, "_payload.json")))
    report("The page has no _payload.json beside it");

  return {
    file: flat(file),
    url: base,
    indexable,
    canonical: canonical && flat(canonical),
    alternates: flat(alternates.sort().join("\n")),
    ids: flat(` ${[...ids].join(" ")} `),
  };
}

/** Checks that a page has each of some elements once. @param found their numbers by name */
function checkCounts(
  found: Readonly<Record<string, number>>,
  file: string,
  report: (detail: string) => void,
): void {
  for (const [what, count] of Object.entries(found)) {
    // An error page is not indexed, and is served at any address.
    if ((what === "canonical" || what === "description") && isErrorPage(file)) continue;
    if (count !== 1) report(`The page has ${count || "no"} ${what}${count > 1 ? " elements" : ""}`);
  }
}

/** Checks that a page declares its language and direction. */
function checkLanguage(
  root: Tag | undefined,
  { language, dir }: SiteLocale,
  report: (detail: string, at?: number) => void,
): void {
  const { attributes = {}, at } = root ?? {};
  const { lang, dir: found } = attributes as Tag["attributes"];
  if (lang !== language) report(`<html lang> is "${lang ?? ""}" and not "${language}"`, at);
  if ((found ?? "ltr") !== dir) report(`<html dir> is "${found ?? ""}" and not "${dir}"`, at);
}

const indexOrEnd = (text: string, part: string, from: number): number => {
  const found = text.indexOf(part, from);
  return found < 0 ? text.length : found;
};

/** Whether browsers execute scripts of a type; others are data. */
const runs = (type: string): boolean =>
  type === "" ||
  type === "module" ||
  type === "importmap" ||
  /^(text|application)\/(java|ecma)script$/.test(type);

/** A copy, since a slice would keep the page's whole HTML in memory. */
const flat = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString());
