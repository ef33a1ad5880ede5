import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { routeOf } from "../load/entry.ts";
import type { Plan } from "../plan/plan.ts";
import { pageTest, redirectRules } from "./redirect-rules.ts";

/**
 * Maximum number of addresses that are reported one by one; removing a language removes thousands.
 */
const MAX_REPORTED = 10;

/**
 * Addresses of an earlier build that would answer 404: each page once for all its languages, unless
 * a redirect or a 410 covers it.
 * @param paths of pages of an earlier build: `/de/alpha`
 */
export function checkRemovedPages(plan: Plan, paths: Iterable<string>): Problem[] {
  const { site, config, pages } = plan;
  const now = new Set(pages.map(({ out }) => pathOfFile(out)));
  // A page whose file has an error is reported there; it was not removed.
  const meant = new Set(
    [...plan.read.entries.values()].flatMap((entry) => [
      routeOf(entry),
      ...(entry.faults?.addresses ?? []),
    ]),
  );
  const exact = new Set<string>();
  const folders: string[] = [];
  for (const { from } of redirectRules(config, pageTest(plan)))
    if (from.endsWith("/*")) folders.push(from.slice(0, -1));
    else exact.add(from.replace(/(.)\/$/, "$1"));
  const prefixes = site.locales.map(({ code }) => `/${code}`);
  const bare = (path: string): string => {
    const prefix = prefixes.find((start) => path === start || path.startsWith(`${start}/`));
    return prefix === undefined ? path : path.slice(prefix.length) || "/";
  };
  // Current address of each page, that of the default language first.
  const known = new Map<string, string>();
  for (const { route, out } of pages) if (!known.has(route)) known.set(route, pathOfFile(out));
  const removed = new Map<string, string>();
  for (const path of paths) {
    const isLed = exact.has(path) || folders.some((folder) => `${path}/`.startsWith(folder));
    const route = bare(path);
    if (now.has(path) || isLed || path.endsWith(".html") || removed.has(route)) continue;
    // A missing home page is a separate error.
    if ((meant.has(route) || route === "/") && !known.has(route)) continue;
    removed.set(route, path);
  }
  return [...removed].slice(0, MAX_REPORTED).map(([route, path], at) =>
    problem(
      "PAGE_GONE",
      {
        path,
        similar: known.get(findSimilar(route, known.keys()) ?? ""),
        others: at === 0 ? Math.max(0, removed.size - MAX_REPORTED) : 0,
      },
      { file: "toolkit.config.ts" },
      "warning",
    ),
  );
}

/** Address of a page by its file in the site: `de/alpha/index.html` is `/de/alpha`. */
export const pathOfFile = (out: string): string => `/${out.replace(/\/?index\.html$/, "")}`;
