import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Site } from "#core/site/site.ts";
import { type App, isOwnPath } from "./app.ts";
import { isEpisodePage } from "./podcasts/episode-page.ts";

/**
 * The API for a server that serves other things, too.
 * @param site answers the pages of shared episodes of this site; null: answers no page
 * @returns false: the request is for somebody else
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
