import { alternatesOf } from "../site/alternates.ts";
import { documentTitle } from "./document-title.ts";
import { escapeHtml, scriptJson } from "./html.ts";
import { IMAGE_HEIGHT, IMAGE_WIDTH, imageUrlOf, imageWords } from "./image.ts";
import { jsonLdOf } from "./json-ld.ts";
import type { Page } from "./page.ts";
import type { PageAssets } from "./render.ts";
import { type Site, siteLocale, urlOf } from "../site/site.ts";

/** A tag in `<head>`: name, attributes and, for `title` and `script`, its text. */
export interface HeadTag {
  readonly tag: "title" | "meta" | "link" | "script";
  readonly attributes: Readonly<Record<string, string>>;
  /** Raw for `script`, escaped for `title`. */
  readonly text?: string;
}

const meta = (key: "name" | "property", id: string, content: string): HeadTag => ({
  tag: "meta",
  attributes: { [key]: id, content },
});

/** `pt-BR` → `pt_BR`; Open Graph expects a region, which bare languages lack. */
const ogLocale = (language: string): string => language.replace("-", "_");

/**
 * Title, description, canonical URL, alternates, Open Graph, Twitter card and structured data of a
 * page (SEO-1, SEO-2). The server renders them as HTML; client navigation applies them to
 * `document.head`.
 * @param home the localized name of the home page, for the breadcrumbs
 */
export function headOf(site: Site, page: Page, home: string): HeadTag[] {
  const { language } = siteLocale(site, page.locale);
  const title = page.kind === "home" ? page.title : documentTitle(page.title, site.name);
  const tags: HeadTag[] = [
    { tag: "title", attributes: {}, text: title },
    meta("name", "description", page.description),
  ];
  if (!page.indexable) tags.push(meta("name", "robots", "noindex"));
  if (page.kind === "error") return tags;
  const url = urlOf(site, page.locale, page.route);
  tags.push({ tag: "link", attributes: { rel: "canonical", href: url } });
  if (page.indexable)
    for (const { hreflang, href } of alternatesOf(site, page.route, page.locales))
      tags.push({ tag: "link", attributes: { rel: "alternate", hreflang, href } });
  tags.push(
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.description),
    meta("property", "og:type", "website"),
    meta("property", "og:url", url),
    meta("property", "og:site_name", site.name),
    meta("property", "og:locale", ogLocale(language)),
  );
  for (const code of page.locales)
    if (code !== page.locale)
      tags.push(meta("property", "og:locale:alternate", ogLocale(siteLocale(site, code).language)));
  const image = imageUrlOf(site, page);
  const alt = imageWords(page);
  if (image !== undefined)
    tags.push(
      meta("property", "og:image", image),
      meta("property", "og:image:type", "image/png"),
      meta("property", "og:image:width", String(IMAGE_WIDTH)),
      meta("property", "og:image:height", String(IMAGE_HEIGHT)),
      meta("property", "og:image:alt", alt),
    );
  tags.push(
    meta("name", "twitter:card", image === undefined ? "summary" : "summary_large_image"),
    meta("name", "twitter:title", page.title),
    meta("name", "twitter:description", page.description),
  );
  if (image !== undefined)
    tags.push(meta("name", "twitter:image", image), meta("name", "twitter:image:alt", alt));
  const nodes = jsonLdOf(site, page, home);
  if (nodes.length > 0)
    tags.push({
      tag: "script",
      attributes: { type: "application/ld+json" },
      text: scriptJson({ "@context": "https://schema.org", "@graph": nodes }),
    });
  return tags;
}

export function renderHead(tags: readonly HeadTag[]): string {
  let html = "";
  for (const { tag, attributes, text } of tags) {
    html += `<${tag}`;
    for (const name in attributes) html += ` ${name}="${escapeHtml(attributes[name]!)}"`;
    html += ">";
    if (text !== undefined) html += `${tag === "script" ? text : escapeHtml(text)}</${tag}>`;
  }
  return html;
}

/** Subsets of web fonts that the headings of a script need, as Fontsource names them. */
const SUBSETS: Readonly<Record<string, readonly string[]>> = {
  Cyrl: ["cyrillic", "latin"],
  Latn: ["latin"],
};

/**
 * HTML of the tags that load a page's styles, fonts and scripts. Fonts are preloaded if their file
 * name says that they cover the page's script: `…-latin-400-….woff2`.
 * @param language BCP 47
 */
export function renderAssets(
  { styles, scripts, preloads, fonts }: PageAssets,
  language: string,
): string {
  const subsets = SUBSETS[new Intl.Locale(language).maximize().script ?? ""] ?? [];
  const preloaded = fonts.filter((href) =>
    subsets.some((subset) => new RegExp(`-${subset}-\\d`).test(href)),
  );
  return (
    preloaded
      .map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)
      .join("") +
    styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("") +
    preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join("") +
    scripts.map((src) => `<script type="module" src="${src}"></script>`).join("")
  );
}
