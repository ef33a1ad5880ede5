import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { readText, withIo } from "../files/files.ts";
import { findRedirect, parseRedirects } from "../preview/rules/redirects-file.ts";
import {
  type RedirectOutcome,
  type Root,
  type Source,
  rootOf,
  sitemapsOfRobots,
  DEFAULT_NAMES,
} from "./source.ts";

/** Maximum number of consecutive redirects, as in browsers. */
const MAX_HOPS = 20;

export interface FolderInput {
  readonly name: string;
  /** A built site, or one sitemap file of it. */
  readonly file: string;
  readonly roots: readonly Root[];
}

/** A built site on disk, with its `_redirects` and its pages. */
export function openFolder({ name, file, roots }: FolderInput): Source {
  // The symbolic link may be switched to another build while this one is read.
  const real = fs.realpathSync(file);
  const isFile = fs.statSync(real).isFile();
  const folder = isFile ? path.dirname(real) : real;
  const { rules } = parseRedirects(readText(path.join(folder, "_redirects")) ?? "");
  const base = (root: Root): string => root.origin || "https://site.invalid";

  /** Path of a file in the folder; undefined for a path outside. */
  const locate = (url: string): string | undefined => {
    const parsed = URL.parse(url);
    if (!parsed) return undefined;
    const below = decode(parsed.pathname);
    if (below === undefined || below.includes("\0")) return undefined;
    const found = path.join(folder, rootOf(roots, parsed).folder, below);
    return found === folder || found.startsWith(folder + path.sep) ? found : undefined;
  };
  const shown = (absolute: string): string =>
    isFile
      ? name
      : path.posix.join(name, path.relative(folder, absolute).split(path.sep).join("/"));
  const isPage = (url: string): boolean => {
    const found = locate(url);
    if (found === undefined) return false;
    const bare = found.replace(/[/\\]$/, "");
    return [found, path.join(bare, "index.html"), `${bare}.html`].some((each) =>
      fs.statSync(each, { throwIfNoEntry: false })?.isFile(),
    );
  };

  return {
    name,
    async start() {
      if (isFile) return [`${base(roots[0]!)}/${encodeURIComponent(path.basename(real))}`];
      const found = roots.flatMap((root) => {
        const below = path.join(folder, root.folder);
        const named = sitemapsOfRobots(readText(path.join(below, "robots.txt")) ?? "").filter(
          (url) => fs.existsSync(locate(url) ?? path.join(folder, "\uffff")),
        );
        if (named.length > 0) return named;
        const defaultName = DEFAULT_NAMES.find((each) => fs.existsSync(path.join(below, each)));
        return defaultName ? [`${base(root)}/${defaultName}`] : [];
      });
      if (found.length === 0)
        throw new ToolkitError("SITEMAP_UNREADABLE", {
          place: name,
          detail: "there is no sitemap.xml in it, and its robots.txt names none",
        });
      return found;
    },
    async open(url) {
      const found = locate(url);
      const label = found === undefined ? `${name}: ${url}` : shown(found);
      if (found === undefined || !fs.statSync(found, { throwIfNoEntry: false })?.isFile())
        throw new ToolkitError("SITEMAP_UNREADABLE", {
          place: label,
          detail: "there is no such file",
        });
      return { label, chunks: readChunks(found) };
    },
    async redirectOutcomeOf(url, isListed) {
      return resolveAddress(url, { rules, isPage, isListed });
    },
    async close() {},
  };
}

async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(1 << 16);
  const handle = withIo(file, () => fs.openSync(file, "r"));
  try {
    for (;;) {
      const size = withIo(file, () => fs.readSync(handle, buffer));
      if (size === 0) return;
      yield buffer.subarray(0, size);
    }
  } finally {
    fs.closeSync(handle);
  }
}

export interface Served {
  readonly rules: ReturnType<typeof parseRedirects>["rules"];
  readonly isPage: (url: string) => boolean;
  readonly isListed: (url: string) => boolean;
}

/** Resolves an address as a host with these files and redirects would. */
export function resolveAddress(url: string, { rules, isPage, isListed }: Served): RedirectOutcome {
  const seen = new Set([url]);
  let at = url;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const { pathname, search, origin } = new URL(at);
    const requested = { path: decode(pathname) ?? pathname, search };
    const forced = findRedirect(rules, true, requested);
    if (!forced && isPage(at)) return arrived(url, at, isListed);
    const rule = forced ?? findRedirect(rules, false, requested);
    if (!rule) return hops > 0 && isListed(at) ? { kind: "moved", to: at } : { kind: "removed" };
    if (rule.status === 410) return { kind: "gone" };
    if (rule.status === 404) return { kind: "removed" };
    if (rule.status === 200) return arrived(url, at, isListed);
    at = new URL(rule.location, `${origin}/`).href;
    if (new URL(at).origin !== origin) return { kind: "moved", to: at };
    if (seen.has(at)) return { kind: "removed" };
    seen.add(at);
  }
  return { kind: "removed" };
}

/** The outcome for an existing page, whose trailing slash the host may have added or removed. */
function arrived(url: string, at: string, isListed: (url: string) => boolean): RedirectOutcome {
  if (at !== url) return { kind: "moved", to: at };
  const { origin, pathname, search } = new URL(url);
  const other = pathname.endsWith("/") ? pathname.replace(/(?<!\/)\/+$/, "") : `${pathname}/`;
  const turned = new URL(`${origin}${other}${search}`).href;
  return turned !== url && isListed(turned) ? { kind: "moved", to: turned } : { kind: "unlisted" };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
