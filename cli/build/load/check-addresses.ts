import type { Config } from "#core/site/config.ts";
import { compilePattern, fill } from "../../preview/rules/path-pattern.ts";
import { parseRedirects } from "../../preview/rules/redirects-file.ts";

/** A problem with a value of the configuration. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

/**
 * Each language needs its own address: two with the same address would overwrite each other's
 * pages.
 */
export function checkDomains({ site, locales, defaultLocale }: Config): Fault[] {
  const taken = new Map([[new URL(site.origin).host, "site.origin"]]);
  return locales.flatMap(({ code, domain }, index): Fault[] => {
    if (domain === undefined) return [];
    const { host } = new URL(domain);
    if (code === defaultLocale) {
      const expected = "the default language is served at site.origin: write this address there";
      return [{ path: ["locales", index, "domain"], expected }];
    }
    const other = taken.get(host);
    if (other === undefined) taken.set(host, `the language ${code}`);
    return other === undefined
      ? []
      : [{ path: ["locales", index, "domain"], expected: `${host} is the host of ${other}` }];
  });
}

/** Placeholder for a captured value when rules are followed. */
const SAMPLE = "captured";

type Redirect = Config["redirects"][number];

/** Files that every build writes: hosts differ in whether a file or a redirect wins. */
const FILES = new Set(
  "robots.txt sitemap.xml index-sitemap.xml llms.txt manifest.webmanifest service-worker.js index.html 404.html 500.html offline.html languages.json favicon.svg icon-192.png icon-512.png icon-maskable-512.png third-party-notices.txt"
    .split(" ")
    .map((name) => `/${name}`),
);
/** Addresses in folders of the build. */
const IN_FOLDERS = /^\/(?:assets|builds|locales)\/./;

/**
 * Finds redirects that hosts cannot parse, of the build's and the site's files, duplicates and
 * redirect loops.
 * @param publicFiles the files of the site's folder `public`, by path
 */
export function checkRedirects(
  { site, redirects }: Config,
  publicFiles: readonly string[] = [],
): Fault[] {
  const copied = new Set(publicFiles.map((file) => `/${file}`));
  const faults: Fault[] = [];
  const known = new Map<string, number>();
  const patterns: { readonly at: number; readonly match: (path: string) => unknown }[] = [];
  for (const [at, { from, to = "/404.html", status }] of redirects.entries()) {
    const [unreadable] = parseRedirects(`${from} ${to} ${status}`).problems;
    if (unreadable) {
      faults.push({ path: ["redirects", at], expected: unreadable.message });
      continue;
    }
    const pattern = compilePattern(from);
    if ("problem" in pattern) continue;
    const key = bare(decodeURI(from));
    const isBuilt = FILES.has(key) || IN_FOLDERS.test(key);
    const shadowed =
      isBuilt || pattern.names.length === 0
        ? key
        : [...copied].find((file) => pattern.match(file) !== undefined);
    if (isBuilt || (shadowed !== undefined && copied.has(shadowed))) {
      const what = isBuilt ? `a file that the build writes` : `the file public${shadowed}`;
      const expected = `${shadowed} is ${what}; hosts differ in which comes first`;
      faults.push({ path: ["redirects", at, "from"], expected });
      continue;
    }
    const first = known.get(key);
    if (first !== undefined) {
      const expected = `rule ${first + 1} is from ${redirects[first]!.from} already`;
      faults.push({ path: ["redirects", at, "from"], expected });
      continue;
    }
    known.set(key, at);
    if (pattern.names.length > 0) patterns.push({ at, match: pattern.match });
  }
  const ruleAt = (path: string): number | undefined => {
    const exact = known.get(path);
    const pattern = patterns.find(
      ({ at, match }) => (exact === undefined || at < exact) && match(path) !== undefined,
    );
    return pattern?.at ?? exact;
  };
  const next = redirects.map((rule) => {
    const target = targetOf(rule, site.origin);
    if (target === undefined) return undefined;
    return ruleAt(target) ?? ruleAt(bare(target));
  });
  for (const at of circleStarts(next))
    faults.push({
      path: ["redirects", at],
      expected:
        next[at] === at
          ? `${redirects[at]!.from} is redirected to itself`
          : `${redirects[at]!.from} is redirected in a circle, with rule ${next[at]! + 1}`,
    });
  return faults;
}

/** Hosts add or remove the trailing slash of a path and then apply their rules again. */
const bare = (path: string): string => path.replace(/(.)\/$/, "$1");

/**
 * The path of this site to which a rule redirects; undefined for another site and for status 410.
 */
function targetOf({ to }: Redirect, origin: string): string | undefined {
  if (to === undefined) return undefined;
  const local = to.startsWith(`${origin}/`) ? to.slice(origin.length) : to;
  if (!local.startsWith("/")) return undefined;
  const path = local.replace(/[?#].*$/s, "");
  const names = Array.from(path.matchAll(/:([A-Za-z]\w*)/g), ([, name]) => [name!, SAMPLE]);
  try {
    return decodeURI(fill(path, Object.fromEntries(names)));
  } catch {
    return undefined;
  }
}

/** One rule of each loop; each rule redirects to at most one other. */
function circleStarts(next: readonly (number | undefined)[]): number[] {
  const starts: number[] = [];
  const seenFrom = next.map(() => -1);
  for (let start = 0; start < next.length; start++) {
    let at: number | undefined = start;
    while (at !== undefined && seenFrom[at] === -1) {
      seenFrom[at] = start;
      at = next[at];
    }
    if (at !== undefined && seenFrom[at] === start) starts.push(at);
  }
  return starts;
}
