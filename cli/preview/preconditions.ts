import type { IncomingHttpHeaders } from "node:http";

/**
 * Status of a conditional request whose response would be 200 with `headers` (RFC 9110, 13.2.2):
 * 304 if the client has the current version, 412 if it requires another one.
 */
export function checkConditions(request: IncomingHttpHeaders, headers: Headers): 200 | 304 | 412 {
  const tag = headers.get("etag");
  const modified = Date.parse(headers.get("last-modified") ?? "");
  const match = request["if-match"];
  const noneMatch = request["if-none-match"];
  if (match !== undefined) {
    if (!includesTag(match, tag, "strong")) return 412;
  } else if (modified > Date.parse(request["if-unmodified-since"] ?? "")) {
    return 412;
  }
  if (noneMatch !== undefined) return includesTag(noneMatch, tag, "weak") ? 304 : 200;
  return modified <= Date.parse(request["if-modified-since"] ?? "") ? 304 : 200;
}

/** Whether a Range applies: an If-Range condition must match this response. */
export function isRangeCurrent(ifRange: string | undefined, headers: Headers): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (/^(W\/)?"/.test(value)) return includesTag(value, headers.get("etag"), "strong");
  return Date.parse(value) === Date.parse(headers.get("last-modified") ?? "");
}

function includesTag(list: string, tag: string | null, comparison: "strong" | "weak"): boolean {
  if (list.trim() === "*") return true;
  if (tag === null) return false;
  const listed: string[] = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (comparison === "strong") return !tag.startsWith("W/") && listed.includes(tag);
  return listed.some((candidate) => bare(candidate) === bare(tag));
}

function bare(tag: string): string {
  return tag.replace(/^W\//, "");
}
