import { openApi } from "#core/api/service/open-api.ts";
import { PASSWORD } from "#core/api/contract/shapes.ts";
import type { Deps } from "../deps/deps.ts";
import type { RawRoute, Route } from "../http/route.ts";
import { describeApi } from "./document.ts";

/** Serves the OpenAPI document of an app's routes, including this one. */
export function createOpenApiRoute(
  { site, settings: { publicUrl }, xsrf, errorMessage }: Deps,
  routes: readonly Route[],
  rawRoutes: readonly RawRoute[],
): RawRoute {
  let text: string | undefined;
  const make = (): string =>
    JSON.stringify(
      describeApi({
        title: site.name,
        publicUrl,
        xsrf,
        calls: routes.map(({ call }) => call),
        raw: [...rawRoutes.map(({ call }) => call), openApi],
        errorMessage: (key) => errorMessage(key, PASSWORD),
      }),
    );
  return {
    call: openApi,
    limit: null,
    handle: async () =>
      new Response((text ??= make()), {
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "public, max-age=300",
        },
      }),
  };
}
