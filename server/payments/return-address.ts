import type { Site } from "../../core/site.ts";
import { pathOf } from "../../core/site.ts";
import type { Visit } from "../http/visit.ts";

/** The origin under which a visitor reaches the API. */
export const originOf = ({ deps, request }: Pick<Visit, "deps" | "request">): string =>
  deps.settings.publicUrl ?? new URL(request.url).origin;

/** The origin of the page that calls: another one where it may, or the API's own. */
function pageOrigin(visit: Pick<Visit, "deps" | "request">): string {
  const origin = visit.request.headers.get("origin");
  const isKnown = origin !== null && visit.deps.settings.corsOrigins.includes(origin);
  return isKnown ? origin : originOf(visit);
}

/** The locale of the page that calls, as its address says. */
export function pageLocale(site: Site, referrer: string | null): string {
  const path = URL.parse(referrer ?? "")?.pathname ?? "/";
  const { origin } = URL.parse(referrer ?? "") ?? {};
  const found = site.locales.find(({ prefix, domain }) =>
    prefix === ""
      ? domain !== undefined && domain === origin
      : path === prefix || path.startsWith(`${prefix}/`),
  );
  return found?.code ?? site.defaultLocale;
}

/** Makes addresses of a route of the site, for who comes back from elsewhere. */
export function returnAddress(
  visit: Pick<Visit, "deps" | "request">,
  route: string,
): { readonly locale: string; readonly returnTo: (query: string) => string } {
  const { site } = visit.deps;
  const locale = pageLocale(site, visit.request.headers.get("referer"));
  const { domain } = site.locales.find(({ code }) => code === locale)!;
  const address = (domain ?? pageOrigin(visit)) + pathOf(site, locale, route);
  return { locale, returnTo: (query) => address + query };
}
