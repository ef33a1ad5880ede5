import type { IncomingMessage, ServerResponse } from "node:http";
import { send } from "./answer.ts";

/**
 * Whether a browser sends a request from another site or another port of this machine. Following a
 * link to
 * a page does not count. Programs send none of these headers.
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
 * Answers a cross-site request: the API decides itself who may call it; all other requests get a
 * 403,
 * because other sites must not read sources or open files.
 * @returns false if the request is not cross-site
 */
export async function answersForeign(
  {
    api,
  }: {
    /** @returns false if the request is not an API call */
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
