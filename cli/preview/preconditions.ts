import type { IncomingHttpHeaders } from "node:http";

/**
 * What the request's conditions make of an answer that would be 200 with `headers`
 * (RFC 9110, 13.2.2): 304 where the client has it already, 412 where it wanted another.
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

/** Whether a Range may be honoured: the client's part, if it names one, is of this very answer. */
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
