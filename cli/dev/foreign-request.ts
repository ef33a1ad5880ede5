import type { IncomingMessage, ServerResponse } from "node:http";
import { send } from "./answer.ts";

/**
 * Whether a browser sends a request for a page of another site, or of another port of this machine.
 * Opening a page from a link is no such request. Programs send none of these headers.
 */
export function isForeign({
  method,
  headers,
}: Pick<IncomingMessage, "method" | "headers">): boolean {
  const isLink =
    method === "GET" &&
    headers["sec-fetch-mode"] === "navigate" &&
    headers["sec-fetch-dest"] === "document";
  if (isLink) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host;
}

/**
 * Answers a request that comes for another site: with the API, which itself decides who may call it,
 * and else with 403, as no other site is to read the sources or to open files.
 * @returns false for a request that is not such a one
 */
export async function answersForeign(
  {
    api,
  }: {
    /** @returns false for what is no call of the API */
    readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!isForeign(request)) return false;
  if (!(await api(request, response)))
    send(response, { status: 403, type: "text/plain", body: "Other sites get no answer.\n" });
  return true;
}
