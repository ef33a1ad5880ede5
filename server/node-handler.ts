import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type App, isOwnPath } from "./app.ts";

/**
 * The API for a server that serves other things, too.
 * @returns false: the request is for somebody else
 */
export function createNodeHandler(
  app: App,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const listener = getRequestListener(app.fetch);
  return async (request, response) => {
    const path = /^[^?#]*/.exec(request.url ?? "")![0];
    if (!isOwnPath(path)) return false;
    await listener(request, response);
    return true;
  };
}
