import { type Config, siteOf } from "#core/site/config.ts";
import type { Plan } from "../plan/plan.ts";

/** A redirect rule as hosts and browsers apply it. */
export interface RedirectRule {
  readonly from: string;
  /** Undefined if the address was removed (410). */
  readonly to: string | undefined;
  readonly status: number;
  /** Set if the rule applies to the pages of one locale only. */
  readonly locale?: string;
}

/**
 * The configuration's redirects. A redirect from a page applies to all languages: the address of
 * the page in another language redirects to the new page in that language. A rule of the
 * configuration for that address takes precedence.
 * @param isPage whether a route, such as `/new`, is a page in a language
 */
export function redirectRules(
  config: Config,
  isPage: (code: string, route: string) => boolean,
): RedirectRule[] {
  const site = siteOf(config);
  const prefixes = new Set(config.locales.map(({ code }) => `/${code}`));
  const isLocal = (path: string): boolean => prefixes.has(/^\/[^/?#]*/.exec(path)![0]);
  const own = new Set(config.redirects.map(({ from }) => from));
  return config.redirects.flatMap((rule): RedirectRule[] => {
    const { from, to, status } = rule;
    const rules: RedirectRule[] = [{ from, to, status }];
    // Targets of patterns are used as written.
    if (isLocal(from) || /\*|\/:/.test(from)) return rules;
    for (const { code, prefix } of site.locales) {
      const local = prefix + from;
      // An existing page of this language takes precedence.
      if (prefix === "" || own.has(local) || isPage(code, routeOf(from))) continue;
      const inside = to?.startsWith("/") === true && !isLocal(to);
      if (!inside) rules.push({ from: local, to, status });
      else if (isPage(code, routeOf(to)))
        rules.push({ from: local, to: prefix + localTail(to, site.trailingSlash), status });
    }
    return rules;
  });
}

const routeOf = (to: string): string => to.replace(/[?#].*$/s, "").replace(/(.)\/$/, "$1");

/** The path after a language's prefix: the home page of a language has no slash of its own. */
const localTail = (to: string, trailingSlash: boolean): string =>
  trailingSlash ? to : to.replace(/^\/(?=$|[?#])/, "");

/**
 * All rules for hosts: those of the configuration, and redirects from the default locale's code,
 * which has no pages, to the addresses without it.
 */
export function hostRules(
  config: Config,
  isPage: (code: string, route: string) => boolean,
): RedirectRule[] {
  const { defaultLocale, prefixDefaultLocale, site } = config;
  const rules = redirectRules(config, isPage);
  if (prefixDefaultLocale) {
    const to = `/${defaultLocale}${site.trailingSlash ? "/" : ""}`;
    return [...rules, { from: "/", to, status: 302 }];
  }
  return [
    ...rules,
    { from: `/${defaultLocale}`, to: "/", status: 301 },
    { from: `/${defaultLocale}/*`, to: "/:splat", status: 301, locale: defaultLocale },
  ];
}

/**
 * Tests whether a route is a page in a language. Most sites have no rules and look up nothing, so
 * the index is created on demand.
 */
export function pageTest({ pages }: Pick<Plan, "pages">): (code: string, route: string) => boolean {
  let known: Set<string> | undefined;
  return (code, route) => {
    known ??= new Set(pages.map((page) => `${page.locale} ${page.route}`));
    return known.has(`${code} ${route}`);
  };
}
