import { applyHeaderRules, parseHeaders } from "../../preview/rules/headers-file.ts";
import { type RedirectRule, parseRedirects } from "../../preview/rules/redirects-file.ts";
import { ruleLines } from "../../preview/rules/rule-problem.ts";
import type { FaultList } from "./faults.ts";
import type { SiteTree } from "./site-tree.ts";

const CSP = "Content-Security-Policy";

/** Reads `_headers`. @returns the content security policy for pages by path */
export function readPolicies(
  source: string | undefined,
  add: FaultList["add"],
): (path: string) => string | undefined {
  if (source === undefined) {
    add({ file: "_headers", detail: "There is no _headers, so pages have no security policy" });
    return () => undefined;
  }
  const { rules, problems } = parseHeaders(source);
  for (const { line, message } of problems)
    add({ file: "_headers", detail: sentence(message), locate: () => ({ line, column: 1 }) });
  for (const { line, text } of ruleLines(source))
    if (/^content-security-policy\s*:/i.test(text) && text.includes("'unsafe-inline'"))
      add({
        file: "_headers",
        detail: "The content security policy allows 'unsafe-inline'",
        locate: () => ({ line, column: 1 }),
      });
  return (path) => {
    const headers = new Headers();
    applyHeaderRules(headers, rules, path);
    return headers.get(CSP) ?? undefined;
  };
}

export function readRedirects(source: string | undefined, add: FaultList["add"]): RedirectRule[] {
  const { rules, problems } = parseRedirects(source ?? "");
  for (const { line, message } of problems)
    add({ file: "_redirects", detail: sentence(message), locate: () => ({ line, column: 1 }) });
  return [...rules];
}

/** Redirects must lead to pages, directly, and from addresses without a page (SEO-4). */
export function checkRedirects(source: string, tree: SiteTree, add: FaultList["add"]): void {
  for (const { line, text } of ruleLines(source)) {
    const [from = "", to = "", status = "301"] = text.split(/\s+/);
    const report = (detail: string, severity: "error" | "warning", fix: string): void =>
      add({ file: "_redirects", detail, severity, fix, locate: () => ({ line, column: 1 }) });
    const base = tree.roots[0]!.origin;
    if (!from.startsWith("/") || to === "") continue;
    if (!/[*:]/.test(from) && !status.endsWith("!")) {
      const { kind } = tree.resolve(from, base);
      if (kind === "page" || kind === "file")
        report(
          `${from} is redirected and exists; hosts serve what exists`,
          "warning",
          "Remove the redirect or the page.",
        );
    }
    if (/\/:[a-z]/i.test(to)) continue; // The target depends on the requested address.
    const target = tree.resolve(to, base);
    const fix = "Correct `redirects` in toolkit.config.ts.";
    if (target.kind === "nothing")
      report(`${from} is redirected to ${to}, which does not exist`, "error", fix);
    else if (target.kind === "redirect")
      report(
        `${from} is redirected to ${to}, which is itself redirected to ${target.to}`,
        "error",
        fix,
      );
  }
}

/** robots.txt must allow crawlers and name the sitemap. */
export function checkRobots(
  source: string | undefined,
  tree: SiteTree,
  { origin, folder }: SiteTree["roots"][number],
  add: FaultList["add"],
): void {
  const file = `${folder}robots.txt`;
  // A locale with a domain may be submitted to search engines manually.
  const severity = folder === "" ? ("error" as const) : ("warning" as const);
  if (source === undefined) {
    add({ file, detail: `There is no robots.txt for ${origin}`, severity });
    return;
  }
  const sitemaps = Array.from(source.matchAll(/^sitemap:\s*(\S+)/gim), ([, url]) => url!);
  // A locale without translated pages has no sitemap.
  const hasSitemap = folder === "" || tree.resolve("/sitemap.xml", `${origin}/`).kind === "file";
  if (sitemaps.length === 0 && hasSitemap)
    add({ file, detail: "robots.txt names no sitemap", severity });
  for (const url of sitemaps)
    if (tree.resolve(url, `${origin}/`).kind !== "file")
      add({ file, detail: `robots.txt names ${url}, which does not exist` });
  if (/^disallow:\s*\/\s*$/im.test(source))
    add({ file, detail: "robots.txt keeps all readers out", severity: "warning" });
}

const sentence = (message: string): string => message[0]!.toUpperCase() + message.slice(1);
