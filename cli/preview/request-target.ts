/** The target of a request, parsed and decoded exactly once. */
export interface Target {
  /** Decoded, without repeated slashes; ends with "/" if the request does. */
  readonly path: string;
  readonly segments: readonly string[];
  readonly endsWithSlash: boolean;
  /** Whether a slash was repeated; no file has such an address. */
  readonly hasEmptySegment: boolean;
  /** As sent: "" or from "?" onward. */
  readonly search: string;
  /** Host and port of a target in absolute form. */
  readonly authority?: string;
}

/** Maximum length of a target in bytes. */
export const LONGEST_TARGET = 8192;

/**
 * Parses a request target, or returns the status for rejecting it. Targets that browsers do not
 * send and that programs may interpret differently are rejected: "." and ".." segments, an encoded
 * slash, backslashes, control characters, bytes that are not UTF-8.
 */
export function parseTarget(raw: string): Target | { readonly refused: 400 | 414 } {
  if (raw.length > LONGEST_TARGET) return { refused: 414 };
  if (/[^\x21-\x7e]|[#\\]/.test(raw)) return { refused: 400 };
  const [, authority, rest = raw] = /^https?:\/\/([^/?]*)(.*)$/is.exec(raw) ?? [];
  const local = authority !== undefined && !rest.startsWith("/") ? `/${rest}` : rest;
  if (!local.startsWith("/")) return { refused: 400 };
  const question = local.indexOf("?");
  const rawPath = question < 0 ? local : local.slice(0, question);
  const parts = rawPath.slice(1).split("/");
  const endsWithSlash = parts.at(-1) === "";
  if (endsWithSlash) parts.pop();
  const segments: string[] = [];
  for (const part of parts) {
    const segment = decodeSegment(part);
    if (segment === undefined) return { refused: 400 };
    if (segment !== "") segments.push(segment);
  }
  return {
    path: `/${segments.join("/")}${endsWithSlash && segments.length > 0 ? "/" : ""}`,
    segments,
    endsWithSlash,
    hasEmptySegment: segments.length < parts.length,
    search: question < 0 ? "" : local.slice(question),
    ...(authority === undefined ? {} : { authority }),
  };
}

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    // oxlint-disable-next-line no-control-regex
    return text === "." || text === ".." || /[\x00-\x1f\x7f/\\]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
