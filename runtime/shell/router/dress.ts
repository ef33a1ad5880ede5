import { headOf } from "../../../core/page/head.ts";
import type { Page } from "../../../core/page/page.ts";
import { localeFacts, pageFacts } from "../../page-scripts/site-data.ts";
import type { LocaleValue } from "../../i18n/context.tsx";
import { updateFurniture } from "./furniture.ts";
import { applyHead } from "./head.ts";
import { ROUTES } from "./routes.ts";
import type { RouteError } from "./state.ts";

interface Dress {
  readonly page: Page;
  readonly locale: LocaleValue;
}

/** Makes everything around the page that of the page: language, links, facts, head (SEO-1). */
export function dressDocument(document: Document, { page, locale }: Dress): void {
  const { site, t } = locale;
  const { language, dir, code } = locale.locale;
  Object.assign(document.documentElement, { lang: language, dir });
  delete document.body.dataset["fatal"];
  document.body.dataset["kind"] = page.kind;
  updateFurniture(document, site, page, ROUTES[page.kind].single ? "/" : page.route);
  document.getElementById("toolkit-site")!.textContent = JSON.stringify({
    ...localeFacts(site, code),
    ...pageFacts(page),
  });
  applyHead(document, headOf(site, page, t("common:nav.home")));
}

/** The same for an error in the place of a page. */
export function dressError(document: Document, error: RouteError, { page, locale }: Dress): void {
  document.body.dataset["kind"] = "error";
  if (error.fatal) document.body.dataset["fatal"] = "";
  else delete document.body.dataset["fatal"];
  // What is not there is not there in other languages.
  updateFurniture(document, locale.site, { ...page, route: "/" }, "/");
  const title = locale.t(`pages:error.${error.status}.title`);
  applyHead(document, headOf(locale.site, { ...page, title }, ""));
}
