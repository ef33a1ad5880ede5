import { pathOf, type Site } from "#core/site/site.ts";
import { type PathPattern, compilePattern, fill } from "../../preview/rules/path-pattern.ts";
import type { Plan, PlannedPage } from "../plan/plan.ts";
import type { RedirectRule } from "./redirect-rules.ts";

/** A line of `_redirects`. */
export interface HostRule {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

/**
 * Replaces rules that use a captured value in an address of this site: a rule such as `/blog/*
 * /news/:splat` becomes one rule for each page below `/news/`. Hosts treat captured values
 * differently: with `/en/* /:splat` some send `/en//other.example` to another host, and Cloudflare
 * Pages also interprets `$'` in the value as JavaScript's `replaceAll` does, which can form a dot
 * segment that removes the literal start of a target. Rules for single addresses come first,
 * because hosts that limit the number of patterns count all rules after a pattern as patterns.
 */
export function expandRules(
  rules: readonly RedirectRule[],
  { site, pages }: Pick<Plan, "site" | "pages">,
): HostRule[] {
  const exact = new Map<string, HostRule>();
  const patterns: (HostRule & { readonly match: PathPattern["match"] })[] = [];
  const add = (rule: HostRule): void => {
    const pattern = compilePattern(rule.from);
    if ("problem" in pattern || pattern.names.length > 0)
      patterns.push({ ...rule, match: "match" in pattern ? pattern.match : () => undefined });
    else if (!exact.has(rule.from)) exact.set(rule.from, rule);
  };
  for (const { from, to: target, status, locale } of rules) {
    // Hosts answer 410 with a page: the one for missing pages.
    const to = target === undefined ? "/404.html" : withoutOrigin(target, site.origin);
    const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(to)!;
    if (!path.startsWith("/") || !/:[A-Za-z]/.test(path)) {
      add({ from, to, status });
      continue;
    }
    const pattern = compilePattern(path.replace(":splat", "*"));
    if ("problem" in pattern) continue;
    const earlier = [...patterns];
    for (const page of pages) {
      if (!isOnOrigin(page, site) || (locale !== undefined && page.locale !== locale)) continue;
      const address = pathOf(site, page.locale, page.route);
      const bare = address.replace(/(.)\/$/, "$1");
      const captures = pattern.match(bare) ?? pattern.match(`${bare}/`);
      if (captures === undefined) continue;
      const start = fill(from.replace("*", ":splat"), captures).replace(/(.)\/$/, "$1");
      if (earlier.some(({ match }) => match(start) !== undefined)) continue;
      for (const each of [start, `${start}/`])
        add({ from: each, to: address + fill(rest, captures), status });
    }
  }
  return [...exact.values(), ...patterns];
}

const withoutOrigin = (target: string, origin: string): string =>
  target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;

/** Whether a page has an address below the site's own origin; error pages have none. */
const isOnOrigin = ({ out, locale }: PlannedPage, { locales }: Site): boolean =>
  out.endsWith("index.html") &&
  !locales.some(({ code, domain }) => code === locale && domain !== undefined);
