import { timingSafeEqual } from "node:crypto";
import { isLoopback } from "./client-address.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Whether a request is the operator's: it has the whole value that `Authorization` must have. Where
 * none is set (`null`), it comes from this machine and through no proxy.
 */
export function mayOperate(
  { request, peer }: Pick<RequestContext, "request" | "peer">,
  wanted: string | null,
): boolean {
  if (wanted === null) return isLoopback(peer) && !request.headers.has("x-forwarded-for");
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const bytes = Buffer.from(wanted);
  return given.length === bytes.length && timingSafeEqual(given, bytes);
}
