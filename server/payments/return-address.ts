import { type Site, pathOf } from "#core/site/site.ts";
import { isLocal } from "../deps/settings.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";

/**
 * The origin under which a visitor reaches the API. Without a public address only who is on the same
 * machine does: any other host that a request names is somebody else's.
 * @throws {ApiFailure} invalid_request
 */
export function originOf({ deps, request }: Pick<RequestContext, "deps" | "request">): string {
  const { publicUrl } = deps.settings;
  if (publicUrl !== null) return publicUrl;
  const { origin } = new URL(request.url);
  if (!isLocal(origin)) throw new ApiFailure("invalid_request");
  return origin;
}

/** The origin of the page that calls: another one where it may, or the API's own. */
function pageOrigin(context: Pick<RequestContext, "deps" | "request">): string {
  const origin = context.request.headers.get("origin");
  const isKnown = origin !== null && context.deps.settings.corsOrigins.includes(origin);
  return isKnown ? origin : originOf(context);
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
  context: Pick<RequestContext, "deps" | "request">,
  route: string,
): { readonly locale: string; readonly returnTo: (query: string) => string } {
  const { site } = context.deps;
  const locale = pageLocale(site, context.request.headers.get("referer"));
  const { domain } = site.locales.find(({ code }) => code === locale)!;
  const address = (domain ?? pageOrigin(context)) + pathOf(site, locale, route);
  return { locale, returnTo: (query) => address + query };
}
