import type { Page } from "#core/page/page.ts";
import type { RouterOptions } from "./options.ts";
import { runMiddleware } from "./middleware.ts";
import { ROUTES } from "./routes.ts";
import type { RouteError } from "./state.ts";

/** Applies a route's rules: returns a redirect or an error to show instead of the page, or null. */
export async function checkRoute(
  url: URL,
  page: Page,
  known: RouterOptions["middleware"],
): Promise<RouteError | URL | null> {
  const { middleware = [], validate } = ROUTES[page.kind];
  const target = { url, page };
  if (validate && !validate(target)) return { status: 404, fatal: true, path: url.pathname };
  const decision = await runMiddleware(middleware, known, target);
  return decision ? new URL(decision.redirect, url) : null;
}
