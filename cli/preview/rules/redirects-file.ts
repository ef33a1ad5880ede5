import { compilePattern, fill, placeholderNames, type PathPattern } from "./path-pattern.ts";
import { ruleLines, type RuleProblem } from "./rule-problem.ts";

const STATUSES = [200, 301, 302, 303, 307, 308, 404, 410] as const;
export type RedirectStatus = (typeof STATUSES)[number];

export interface RedirectRule {
  readonly pattern: PathPattern;
  /** A path, or an HTTP(S) address, with `:name` for captured values. */
  readonly to: string;
  readonly status: RedirectStatus;
  /** Whether it applies even if a file exists. */
  readonly force: boolean;
}

export interface RedirectsFile {
  readonly rules: readonly RedirectRule[];
  readonly problems: readonly RuleProblem[];
}

/**
 * Reads `_redirects` in the format that Netlify and Cloudflare Pages share: `from to [status][!]`.
 * Invalid lines are skipped and reported. The default status is 301.
 */
export function parseRedirects(source: string): RedirectsFile {
  const rules: RedirectRule[] = [];
  const problems: RuleProblem[] = [];
  for (const { line, text } of ruleLines(source)) {
    const parsed = parseLine(text);
    if ("problem" in parsed) problems.push({ file: "_redirects", line, message: parsed.problem });
    else rules.push(parsed);
  }
  return { rules, problems };
}

function parseLine(text: string): RedirectRule | { problem: string } {
  const words = text.split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith("#"));
  const [from = "", to, status = "301", ...rest] = comment < 0 ? words : words.slice(0, comment);
  if (to === undefined) return { problem: `a redirect is "from to [status]": ${text}` };
  const pattern = compilePattern(from);
  if ("problem" in pattern) return pattern;
  if (/^[^/:]+=/.test(to) || rest.length > 0)
    return { problem: `query parameters and conditions are not supported: ${text}` };
  const target = checkTarget(to, pattern.names);
  if (target !== undefined) return { problem: target };
  const [, digits, mark] = /^(\d{3})(!?)$/.exec(status) ?? [];
  const code = STATUSES.find((known) => String(known) === digits);
  if (code === undefined)
    return { problem: `the status must be one of ${STATUSES.join(", ")}: ${status}` };
  if ((code < 300 || code >= 400) && !to.startsWith("/"))
    return { problem: `a ${code} serves a file of this site, so its target is a path: ${to}` };
  return { pattern, to: escapeUnicode(to), status: code, force: mark === "!" };
}

function checkTarget(to: string, names: readonly string[]): string | undefined {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(to)?.[1];
  if (authority === undefined && !/^\/(?![/\\])/.test(to))
    return `the target must be a path or start with https://: ${to}`;
  // "https://a.example:splat" would let visitors choose the host: "@evil.example" is a splat.
  if (authority !== undefined && /:[A-Za-z]/.test(authority))
    return `the host of a target cannot hold a placeholder: ${to}`;
  if (authority !== undefined && !URL.canParse(to)) return `not an address: ${to}`;
  const unknown = placeholderNames(to).find((name) => !names.includes(name));
  return unknown === undefined ? undefined : `":${unknown}" is not in the path that is matched`;
}

/**
 * The first matching rule, forced or not as requested, with its target filled in. The request's
 * query is appended unless the target has one. A redirect to the requested path is skipped.
 */
export function findRedirect(
  rules: readonly RedirectRule[],
  force: boolean,
  { path, search }: { readonly path: string; readonly search: string },
): { status: RedirectStatus; location: string } | undefined {
  for (const rule of rules) {
    if (rule.force !== force) continue;
    const captures = rule.pattern.match(path);
    if (captures === undefined) continue;
    const filled = fill(rule.to, captures);
    // A splat may begin with "/", and "//host" is another host.
    const local = filled.startsWith("/") ? filled.replace(/^[/\\]+/, "/") : filled;
    const [, address = "", query, fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(local) ?? [];
    if (rule.status >= 300 && rule.status < 400 && isSamePath(address, path)) continue;
    return { status: rule.status, location: `${address}${query ?? search}${fragment}` };
  }
  return undefined;
}

function isSamePath(address: string, path: string): boolean {
  try {
    return decodeURIComponent(address) === path;
  } catch {
    return false;
  }
}

function escapeUnicode(text: string): string {
  return text.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
