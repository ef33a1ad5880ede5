import { compilePattern, fill, type PathPattern } from "./path-pattern.ts";
import { ruleLines, type RuleProblem } from "./rule-problem.ts";

export interface HeaderRule {
  readonly pattern: PathPattern;
  readonly set: readonly (readonly [name: string, value: string])[];
  readonly remove: readonly string[];
}

export interface HeadersFile {
  readonly rules: readonly HeaderRule[];
  readonly problems: readonly RuleProblem[];
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

// Headers that frame the message: a rule that sets one would break the response, so hosts ignore
// them.
const FRAMING = new Set(
  (
    "accept-ranges age allow connection content-encoding content-length content-range date " +
    "keep-alive server te trailer transfer-encoding upgrade"
  ).split(" "),
);

/**
 * Reads `_headers` in the format that Netlify and Cloudflare Pages share: a path, then lines `Name:
 * value` or `! Name`. Invalid lines are skipped and reported.
 */
export function parseHeaders(source: string): HeadersFile {
  const rules: HeaderRule[] = [];
  const problems: RuleProblem[] = [];
  const report = (line: number, message: string): void => {
    problems.push({ file: "_headers", line, message });
  };
  let open: { line: number; path: string; lines: number } | undefined;
  let set: [string, string][] = [];
  let remove: string[] = [];
  const finish = (): void => {
    if (open?.lines === 0) report(open.line, `no header stands under ${open.path}`);
  };

  for (const { line, text } of ruleLines(source)) {
    if (/^(\/|https?:\/\/)/i.test(text)) {
      finish();
      open = { line, path: text, lines: 0 };
      set = [];
      remove = [];
      const pattern = /\s/.test(text)
        ? { problem: `a path stands alone on its line: ${text}` }
        : compilePattern(text);
      if ("problem" in pattern) report(line, pattern.problem);
      else rules.push({ pattern, set, remove });
      continue;
    }
    if (open === undefined) {
      report(line, `a header stands before the first path: ${text}`);
      continue;
    }
    open.lines += 1;
    const parsed = parseLine(text);
    if ("problem" in parsed) report(line, parsed.problem);
    else if ("remove" in parsed) remove.push(parsed.remove);
    else set.push(parsed.set);
  }
  finish();
  return { rules, problems };
}

type Line = { problem: string } | { remove: string } | { set: [string, string] };

function parseLine(text: string): Line {
  if (text.startsWith("!")) {
    const name = text.slice(1).trim();
    return TOKEN.test(name) ? { remove: name } : { problem: `"!" needs a header's name: ${text}` };
  }
  const colon = text.indexOf(":");
  if (colon < 0) return { problem: `neither a path nor "Name: value": ${text}` };
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (!TOKEN.test(name)) return { problem: `not a header's name: "${name}"` };
  if (FRAMING.has(name.toLowerCase())) return { problem: `${name} is the host's own to set` };
  if (value === "") return { problem: `${name} has no value` };
  if (!VALUE.test(value)) return { problem: `${name} has a character that no header may have` };
  return { set: [name, value] };
}

/**
 * Applies all matching rules to `headers` in order: a rule's removals first, then its values. The
 * first rule that names a header replaces the host's default; later ones append.
 */
export function applyHeaderRules(
  headers: Headers,
  rules: readonly HeaderRule[],
  path: string,
): void {
  const written = new Set<string>();
  for (const { pattern, set, remove } of rules) {
    const captures = pattern.match(path);
    if (captures === undefined) continue;
    for (const name of remove) {
      headers.delete(name);
      written.delete(name.toLowerCase());
    }
    for (const [name, template] of set) {
      const value = fill(template, captures);
      if (written.has(name.toLowerCase())) headers.append(name, value);
      else headers.set(name, value);
      written.add(name.toLowerCase());
    }
  }
}
