import { timingSafeEqual } from "node:crypto";
import { type Settings, isLocal } from "../deps/settings.ts";
import { isLoopback } from "./client-address.ts";
import type { RequestContext } from "./request-context.ts";

/** Headers that proxies, load balancers and CDNs add to forwarded requests. */
const FORWARDED =
  /forwarded|client-ip|^(via|cdn-loop|x-real-ip|x-scheme)$|^(cf|x-envoy|x-original)-/;

/**
 * Whether a request comes from the operator: its `Authorization` header has the configured value.
 * If none is configured (`null`), the server must not be public, and the request has to come from a
 * program on the local host: directly, and with a local host name, because any website can resolve
 * its own name to 127.0.0.1 (DNS rebinding), and a local proxy may not add any header.
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

interface Operation extends Pick<RequestContext, "peer"> {
  readonly request: Pick<Request, "url" | "headers">;
  readonly deps: { readonly settings: Pick<Settings, "isForPublic"> };
}
