import { type App, RAW_ROUTES, ROUTES } from "../app.ts";
import type { Deps } from "../deps/deps.ts";
import { createOpenApiRoute } from "../openapi/route.ts";
import { type ResponseCheck, type ApiDocument, createResponseCheck } from "./check-responses.ts";

/** Has every answer of a test's app fail that is not as the OpenAPI document says. */
export function holdToDocument(app: App, deps: Deps): App {
  let check: Promise<ResponseCheck> | undefined;
  const load = async (): Promise<ResponseCheck> => {
    // Not through the app: tests look at what it counts.
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
