import { timingSafeEqual } from "node:crypto";
import { type Settings, isLocal } from "../deps/settings.ts";
import { isLoopback } from "./client-address.ts";
import type { RequestContext } from "./request-context.ts";

/** Names of the headers that proxies, load balancers and CDNs add to the requests that they forward. */
const FORWARDED =
  /forwarded|client-ip|^(via|cdn-loop|x-real-ip|x-scheme)$|^(cf|x-envoy|x-original)-/;

/**
 * Whether a request is the operator's: it has the whole value that `Authorization` must have. Where
 * none is set (`null`), the server must not be for the public, and the request comes from a program
 * on this machine: directly, and under a local name, because any website can have a name of its own
 * lead to 127.0.0.1 (DNS rebinding), and a proxy on this machine may add no header.
 */
export function mayOperate(
  { request, peer, deps }: Operation,
  operatorToken: string | null,
): boolean {
  if (operatorToken === null)
    return (
      !deps.settings.isForPublic &&
      isLoopback(peer) &&
      isLocal(request.url) &&
      ![...request.headers.keys()].some((name) => FORWARDED.test(name))
    );
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const bytes = Buffer.from(operatorToken);
  return given.length === bytes.length && timingSafeEqual(given, bytes);
}

interface Operation extends Pick<RequestContext, "request" | "peer"> {
  readonly deps: { readonly settings: Pick<Settings, "isForPublic"> };
}
