import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { ReactNode } from "react";
import { headOf, renderAssets, renderHead } from "#core/page/head.ts";
import type { Page } from "#core/page/page.ts";
import type { CreateRenderer, LocaleInput } from "#core/page/render.ts";
import { type SiteLocale, linkTo, siteLocale } from "#core/site/site.ts";
import { AnyPage } from "./pages/AnyPage.tsx";
import { inlineScripts, LOCALE_SCRIPT, THEME_SCRIPT } from "./page-scripts/inline-scripts.ts";
import { siteDataOf } from "./page-scripts/site-data.ts";
import { type LocaleValue, LocaleContext } from "./i18n/context.tsx";
import { createFormat } from "./i18n/format.ts";
import { createTranslate } from "./i18n/translate.ts";
import { Banner } from "./layouts/Banner.tsx";
import { Footer } from "./layouts/Footer.tsx";
import { ENGLISH_ONLY_MARK } from "./layouts/Choices.tsx";
import { EnglishOnly, Header } from "./layouts/Header.tsx";
import { mainClass } from "./layouts/main-class.ts";

export { inlineScripts };

/** Page kinds that exist only in the default locale. */
const SINGLE = new Set<Page["kind"]>(["voice", "error", "kitchen-sink"]);
/** Page kinds without header and footer; the page 404 has them, as it leads to the tools. */
const BARE = new Set<Page["kind"]>(["podcast", "error", "embed"]);

const iconsOf = ({ prefix }: SiteLocale): string =>
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/icon-192.png">' +
  `<link rel="manifest" href="${prefix}/manifest.webmanifest">`;

const META =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="color-scheme" content="light dark">' +
  '<meta name="theme-color" content="#FAF7F1" media="(prefers-color-scheme: light)">' +
  '<meta name="theme-color" content="#14130F" media="(prefers-color-scheme: dark)">';

/**
 * The HTML that all pages of a locale share, rendered once; its placeholders are filled for each
 * page.
 */
function createShell(value: LocaleValue) {
  const render = (node: ReactNode): string =>
    renderToStaticMarkup(<LocaleContext value={value}>{node}</LocaleContext>);
  const split = (html: string): string[] => html.split(/%to:([a-z0-9-]+)%/);
  const headerParts = render(<Header />).split(ENGLISH_ONLY_MARK);
  const header = {
    many: split(headerParts.join("")),
    single: split(headerParts.join(render(<EnglishOnly />))),
  };
  const banner = render(<Banner />);
  const footer = split(render(<Footer />));
  const fill = (parts: readonly string[], addresses: ReadonlyMap<string, string>): string => {
    let html = parts[0]!;
    for (let i = 1; i < parts.length; i += 2) html += addresses.get(parts[i]!)! + parts[i + 1]!;
    return html;
  };
  const { site, locale } = value;
  return (page: Page): { before: string; after: string } => {
    const single = SINGLE.has(page.kind);
    const addresses = new Map(
      site.locales.map(({ code }) => [
        code,
        linkTo(
          site,
          locale.code,
          code,
          page.kind === "error" || (single && code !== locale.code) ? "/" : page.route,
        ),
      ]),
    );
    // Between the addresses of languages, which stand at odd positions.
    const parts = single ? header.single : header.many;
    const own = `href="${page.path}"`;
    const marked = parts.map((part) => part.replaceAll(own, `${own} aria-current="page"`));
    return {
      before: fill(marked, addresses) + (single ? "" : banner),
      after: fill(footer, addresses),
    };
  };
}

/** Creates the function that renders the pages of one locale (see core/page/render.ts). */
export const createRenderer: CreateRenderer = (input: LocaleInput) => {
  const { site, navigation, messages, assets, onMessage } = input;
  const locale = siteLocale(site, input.locale);
  const t = createTranslate(locale.language, messages, onMessage);
  const format = createFormat(locale.language, locale.dir);
  const value: LocaleValue = { site, locale, navigation, t, format };
  const shell = createShell(value);
  const siteData = siteDataOf(site, locale.code);
  const homeName = t("common:nav.home");
  const open = `<!doctype html><html lang="${locale.language}" dir="${locale.dir}"><head>${META}<script>${THEME_SCRIPT}</script>`;
  const assetsOf = new Map(
    Object.entries(assets).map(([kind, files]) => [
      kind as Page["kind"],
      renderAssets(files, locale.language),
    ]),
  );
  const icons = iconsOf(locale);
  const detects = locale.code === site.defaultLocale && locale.prefix === "";

  return (given) => {
    // Error pages have no content file: their title and description are messages.
    const page: Page =
      given.kind === "error"
        ? {
            ...given,
            title: t(`pages:error.${given.status}.title`),
            description: t(`pages:error.${given.status}.text`),
          }
        : given;
    const body = renderToString(
      <LocaleContext value={value}>
        <AnyPage page={page} />
      </LocaleContext>,
    );
    const bare = BARE.has(page.kind) && !(page.kind === "error" && page.status === 404);
    const { before, after } = bare ? { before: "", after: "" } : shell(page);
    const detect = page.kind === "home" && detects ? `<script>${LOCALE_SCRIPT}</script>` : "";
    return (
      `${open}${siteData(page)}${detect}` +
      `${renderHead(headOf(site, page, homeName))}${assetsOf.get(page.kind) ?? ""}${icons}</head>` +
      `<body data-kind="${page.kind}">${before}` +
      `<main id="content" class="${mainClass}" tabindex="-1">${body}</main>${after}</body></html>`
    );
  };
};
