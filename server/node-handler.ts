import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Site } from "#core/site/site.ts";
import { type App, isOwnPath } from "./app.ts";
import { isEpisodePage } from "./podcasts/episode-page.ts";

/**
 * Request handler for a Node server that also serves other content.
 * @param site the site whose pages of shared episodes the handler serves; null: none
 * @returns false if the request is not for the API
 */
export function createNodeHandler(
  app: App,
  site: Site | null,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const listener = getRequestListener(app.fetch);
  return async (request, response) => {
    const target = request.url ?? "";
    const path = /^[^?#]*/.exec(target)![0];
    if (!isOwnPath(path) && !(site && isEpisodePage(site, target))) return false;
    await listener(request, response);
    return true;
  };
}
