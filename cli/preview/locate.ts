import { realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Target } from "./request-target.ts";

/** A file to serve, by its real path, or the address where that page lives. */
export type LocatedFile = { readonly file: string } | { readonly movedTo: string };

type Segments = readonly string[];

/**
 * What a request asks for in `root`, which is a real path. A page has one address: `/x` for
 * `x/index.html` or `x.html` (with `trailingSlash` it is `/x/`); its other spellings have moved.
 */
export function locate(
  root: string,
  target: Target,
  trailingSlash: boolean,
): LocatedFile | undefined {
  const { segments, endsWithSlash, hasEmptySegment } = target;
  const file = endsWithSlash ? undefined : resolveInside(root, segments);
  if (file !== undefined) {
    const page = pageOfFile(segments);
    if (page !== undefined && resolvePage(root, page) === file)
      return { movedTo: toAddress(page, trailingSlash) };
    return hasEmptySegment ? { movedTo: toAddress(segments, false) } : { file };
  }
  const page = resolvePage(root, segments);
  if (page === undefined) return undefined;
  const isCanonical = segments.length === 0 || endsWithSlash === trailingSlash;
  return isCanonical && !hasEmptySegment
    ? { file: page }
    : { movedTo: toAddress(segments, trailingSlash) };
}

/** The file at a path of the site or of the page there, whatever its one address is. */
export function resolveAny(root: string, segments: Segments): string | undefined {
  return resolveInside(root, segments) ?? resolvePage(root, segments);
}

// The calls are synchronous on purpose: each takes microseconds, while the asynchronous ones wait
// behind compression in the thread pool.

/** The real path of a file that may be served: inside `root`, not hidden, not a folder or a pipe. */
export function resolveInside(root: string, segments: Segments): string | undefined {
  if (isHidden(segments)) return undefined;
  try {
    const real = realpathSync.native(join(root, ...segments));
    const inside = relative(root, real).split(sep);
    // A link inside may lead outside, or to something hidden inside.
    if (inside[0] === ".." || isHidden(inside)) return undefined;
    return statSync(real).isFile() ? real : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Whether a failed call of the file system means that there is nothing by that name. */
export function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EINVAL"].includes(code);
}

/** Names that only a host reads, and spellings that some file system reads as another name. */
function isHidden(segments: Segments): boolean {
  const [first = ""] = segments;
  if (segments.length === 1 && /^_(headers|redirects)$/i.test(first)) return true;
  return segments.some((segment, at) => {
    if (segment.startsWith(".")) return !(at === 0 && segment === ".well-known");
    // Windows: "a.txt:stream", "a.txt." and "a.txt " open a.txt; "_HEADE~1" opens _headers.
    return segment.includes(":") || /[. ]$/.test(segment) || /~\d/.test(segment);
  });
}

function resolvePage(root: string, segments: Segments): string | undefined {
  const last = segments.at(-1);
  const index = resolveInside(root, [...segments, "index.html"]);
  if (index !== undefined || last === undefined || last === "index") return index;
  const named = [...segments.slice(0, -1), `${last}.html`];
  return isErrorPage(named) ? undefined : resolveInside(root, named);
}

function pageOfFile(segments: Segments): Segments | undefined {
  const last = segments.at(-1) ?? "";
  if (!last.endsWith(".html") || isErrorPage(segments)) return undefined;
  const above = segments.slice(0, -1);
  return last === "index.html" ? above : [...above, last.slice(0, -".html".length)];
}

// They have no address of their own: "/404" would be an error page that claims to be a page.
function isErrorPage(segments: Segments): boolean {
  return segments.length === 1 && (segments[0] === "404.html" || segments[0] === "500.html");
}

function toAddress(segments: Segments, slash: boolean): string {
  const path = segments.map(encodeURIComponent).join("/");
  return `/${path}${slash && path !== "" ? "/" : ""}`;
}
