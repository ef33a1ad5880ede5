import { realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Target } from "./request-target.ts";

/** A file to serve, by its real path, or the canonical address of the page. */
export type LocatedFile = { readonly file: string } | { readonly movedTo: string };

type Segments = readonly string[];

/**
 * Resolves a request in `root`, which is a real path. A page has one address: `/x` for
 * `x/index.html` or `x.html` (`/x/` with `trailingSlash`); other spellings redirect to it.
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

/** The file at a path, or the page there with either spelling of its address. */
export function resolveAny(root: string, segments: Segments): string | undefined {
  return resolveInside(root, segments) ?? resolvePage(root, segments);
}

// Synchronous on purpose: each call takes microseconds, while asynchronous calls wait behind
// compression in the thread pool.

/** The real path of a file that may be served: inside `root`, not hidden, and a regular file. */
export function resolveInside(root: string, segments: Segments): string | undefined {
  if (isHidden(segments)) return undefined;
  try {
    const real = realpathSync.native(join(root, ...segments));
    const inside = relative(root, real).split(sep);
    // A link inside may point outside, or to a hidden file.
    if (inside[0] === ".." || isHidden(inside)) return undefined;
    return statSync(real).isFile() ? real : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Whether a file system error means that the path does not exist. */
export function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EINVAL"].includes(code);
}

/** Files that only hosts read, and spellings that some file systems map to another name. */
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

// Error pages have no address: "/404" would answer with status 200.
function isErrorPage(segments: Segments): boolean {
  return segments.length === 1 && (segments[0] === "404.html" || segments[0] === "500.html");
}

function toAddress(segments: Segments, slash: boolean): string {
  const path = segments.map(encodeURIComponent).join("/");
  return `/${path}${slash && path !== "" ? "/" : ""}`;
}
