import type { IncomingMessage, ServerResponse } from "node:http";
import type { ViteDevServer } from "vite";
import type { Problem } from "#core/errors/errors.ts";
import type { Overlay } from "../files/code-layers.ts";
import type { Target } from "../preview/request-target.ts";
import { json, send } from "./answer.ts";
import { browserFailure } from "./locations/browser-failure.ts";
import { showFindings } from "./findings.ts";
import { locationToOpen } from "./locations/open-location.ts";

interface OwnOptions {
  readonly site: { readonly root: string };
  readonly overlay: Overlay;
  readonly vite: () => Promise<ViteDevServer>;
  readonly onFailure: (problem: Problem) => void;
}
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
}

/**
 * Opens a location in the editor, or receives an error of the browser. Both require a header that
 * other sites cannot send.
 * @returns whether the request was one of these
 */
export async function takesOwn(
  { site, overlay, vite, onFailure }: OwnOptions,
  { request, response, target }: Exchange,
): Promise<boolean> {
  const requested = request.headers["x-toolkit"];
  if (target.path === "/@toolkit/thrown.json" && requested === "thrown") {
    const { message, stack } = JSON.parse(await readBody(request)) as Record<string, unknown>;
    const found = await browserFailure(await vite(), {
      message: String(message),
      stack: String(stack),
      root: site.root,
    });
    if (found) onFailure(found);
    send(response, json(found ? showFindings(site.root, [found])[0] : null));
    return true;
  }
  if (target.path !== "/@toolkit/open" || requested !== "open") return false;
  const location = new URLSearchParams(target.search).get("place") ?? "";
  const opened = locationToOpen(location, [site.root, overlay.base]);
  if (opened === undefined) {
    send(response, { status: 404, type: "text/plain", body: "There is no such file.\n" });
    return true;
  }
  // Vite knows the installed editors.
  const { middlewares } = await vite();
  const { EDITOR_PATH, editorRequests } = await import("./vite.ts");
  editorRequests.add(request);
  request.url = `${EDITOR_PATH}?file=${encodeURIComponent(opened)}`;
  middlewares(request, response);
  return true;
}

/** Maximum length of a request body in characters. */
const MAX_BODY_LENGTH = 1 << 16;

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8"))
    if (body.length < MAX_BODY_LENGTH) body += chunk as string;
  return body;
}
