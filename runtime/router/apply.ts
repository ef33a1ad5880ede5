import { headOf } from "#core/page/head.ts";
import type { Page } from "#core/page/page.ts";
import { localeFacts, pageFacts } from "../page-scripts/site-data.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import { updateChrome } from "./chrome.ts";
import { applyHead } from "./head.ts";
import { ROUTES } from "./routes.ts";
import type { RouteError } from "./state.ts";

interface Applied {
  readonly page: Page;
  readonly locale: LocaleValue;
}

/** Updates everything around a page: language, links, site data, head (SEO-1). */
export function applyPage(document: Document, { page, locale }: Applied): void {
  const { site, t } = locale;
  const { language, dir, code } = locale.locale;
  Object.assign(document.documentElement, { lang: language, dir });
  delete document.body.dataset["fatal"];
  document.body.dataset["kind"] = page.kind;
  updateChrome(document, site, page, ROUTES[page.kind].single ? "/" : page.route);
  document.getElementById("toolkit-site")!.textContent = JSON.stringify({
    ...localeFacts(site, code),
    ...pageFacts(page),
  });
  applyHead(document, headOf(site, page, t("common:nav.home")));
}

/** Updates the document for an error in place of a page. */
export function applyError(document: Document, error: RouteError, { page, locale }: Applied): void {
  document.body.dataset["kind"] = "error";
  if (error.fatal) document.body.dataset["fatal"] = "";
  else delete document.body.dataset["fatal"];
  // A missing page has no translations.
  updateChrome(document, locale.site, { ...page, route: "/" }, "/");
  const title = locale.t(`pages:error.${error.status}.title`);
  applyHead(document, headOf(locale.site, { ...page, title }, ""));
}
