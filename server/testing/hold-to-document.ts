import { type App, RAW_ROUTES, ROUTES } from "../app.ts";
import type { Deps } from "../deps/deps.ts";
import { createOpenApiRoute } from "../openapi/route.ts";
import { type ResponseCheck, type ApiDocument, createResponseCheck } from "./check-responses.ts";

/** Makes every response of a test's app fail that does not match the OpenAPI document. */
export function holdToDocument(app: App, deps: Deps): App {
  let check: Promise<ResponseCheck> | undefined;
  const load = async (): Promise<ResponseCheck> => {
    // Bypasses the app, because tests check its metrics.
    const { handle: answer } = createOpenApiRoute(deps, ROUTES, RAW_ROUTES);
    const response = await answer({} as never);
    return createResponseCheck((await response.json()) as ApiDocument);
  };
  const { fetch } = app;
  app.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest);
    const { pathname } = new URL(request.url);
    await (await (check ??= load())).check(request.method, pathname, response);
    return response;
  };
  return app;
}
