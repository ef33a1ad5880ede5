import type { Site } from "#core/site/site.ts";
import { listFiles } from "../../files/files.ts";
import { type RedirectRule, findRedirect } from "../../preview/rules/redirects-file.ts";

/**
 * A folder of the built site that is served at an origin: the whole site, or a locale with a
 * domain.
 */
export interface Root {
  readonly origin: string;
  /** `""` for the whole site, else `de/`. */
  readonly folder: string;
}

/** Target of a URL. */
export type LinkTarget =
  | { readonly kind: "external" | "nothing" }
  | { readonly kind: "file" | "page"; readonly file: string }
  /** A redirect of `_redirects`, or the one by which hosts add or remove a slash. */
  | { readonly kind: "redirect"; readonly to: string };

export interface SiteTree {
  /** Paths below the built site. */
  readonly files: ReadonlySet<string>;
  readonly roots: readonly Root[];
  /** The root from which a file is served. */
  rootOf(file: string): Root;
  /** URL of a page by the path of its HTML. */
  urlOf(file: string): string;
  /** @param base URL of the page that contains the link */
  resolve(href: string, base: string): LinkTarget;
}

const ERROR_PAGES = /^(404|500|offline)\.html$/;

/**
 * Whether a file is a page of the site, and not a static file such as a search engine's
 * verification.
 */
export const isPage = (file: string): boolean =>
  file === "index.html" || file.endsWith("/index.html") || ERROR_PAGES.test(file);
export const isErrorPage = (file: string): boolean => ERROR_PAGES.test(file);

export function readSiteTree(
  folder: string,
  site: Site,
  redirects: readonly RedirectRule[],
): SiteTree {
  const files = new Set(listFiles(folder));
  const main: Root = { origin: site.origin, folder: "" };
  const roots = [
    main,
    ...site.locales
      .filter(({ domain }) => domain !== undefined)
      .map(({ origin, code }): Root => ({ origin, folder: `${code}/` })),
  ];
  const byOrigin = new Map(roots.map((root) => [root.origin, root]));
  const rootOf = (file: string): Root =>
    roots.find(({ folder: own }) => own !== "" && file.startsWith(own)) ?? main;
  const slash = site.trailingSlash;

  const find = (root: Root, path: string): LinkTarget => {
    const name = root.folder + path.slice(1);
    if (!path.endsWith("/") && files.has(name))
      return { kind: isPage(name) ? "page" : "file", file: name };
    const bare = path.replace(/\/$/, "");
    const page =
      bare === "" ? `${root.folder}index.html` : `${root.folder}${bare.slice(1)}/index.html`;
    if (files.has(page)) {
      if (bare === "" || path.endsWith("/") === slash) return { kind: "page", file: page };
      return { kind: "redirect", to: slash ? `${bare}/` : bare };
    }
    const rule = findRedirect(redirects, false, { path, search: "" });
    return rule ? { kind: "redirect", to: rule.location } : { kind: "nothing" };
  };

  const known = new Map<string, LinkTarget>();
  return {
    files,
    roots,
    rootOf,
    urlOf(file) {
      const { origin, folder: own } = rootOf(file);
      const path = file.slice(own.length).replace(/(^|\/)index\.html$/, "");
      return `${origin}/${path}${slash && path !== "" && !ERROR_PAGES.test(path) ? "/" : ""}`;
    },
    resolve(href, base) {
      const url = URL.parse(href, base);
      if (!url || !/^https?:$/.test(url.protocol)) return { kind: "external" };
      const root = byOrigin.get(url.origin);
      if (!root) return { kind: "external" };
      const key = url.origin + url.pathname;
      let target = known.get(key);
      if (!target) known.set(key, (target = find(root, decode(url.pathname))));
      return target;
    },
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
