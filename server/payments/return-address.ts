import { type Site, pathOf } from "#core/site/site.ts";
import { isLocal } from "../deps/settings.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext } from "../http/request-context.ts";

/**
 * The origin under which a visitor reaches the API. Without a configured public URL, only local
 * requests are accepted: any other host in a request may be forged.
 * @throws {ApiFailure} invalid_request
 */
export function originOf({ deps, request }: Pick<RequestContext, "deps" | "request">): string {
  const { publicUrl } = deps.settings;
  if (publicUrl !== null) return publicUrl;
  const { origin } = new URL(request.url);
  if (!isLocal(origin)) throw new ApiFailure("invalid_request");
  return origin;
}

/** The origin of the calling page: an allowed CORS origin, or the API's own. */
function pageOrigin(context: Pick<RequestContext, "deps" | "request">): string {
  const origin = context.request.headers.get("origin");
  const isKnown = origin !== null && context.deps.settings.corsOrigins.includes(origin);
  return isKnown ? origin : originOf(context);
}

/** Locale of the calling page, from its URL. */
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

/** Creates URLs of a route of the site to which another server redirects. */
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
