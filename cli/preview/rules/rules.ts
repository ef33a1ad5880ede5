import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseHeaders, type HeadersFile } from "./headers-file.ts";
import { parseRedirects, type RedirectsFile } from "./redirects-file.ts";
import type { RuleProblem } from "./rule-problem.ts";

export interface Rules {
  readonly headers: HeadersFile["rules"];
  readonly redirects: RedirectsFile["rules"];
}

/**
 * Creates a reader of a folder's `_headers` and `_redirects` that rereads them if one has changed,
 * or the folder is a different one. `onProblem` is called for each invalid line on each reading.
 */
export function createRulesReader(
  onProblem: (problem: RuleProblem) => void,
): (root: string) => Rules {
  let key = "";
  let rules: Rules = { headers: [], redirects: [] };
  return (root) => {
    const headersFile = join(root, "_headers");
    const redirectsFile = join(root, "_redirects");
    const now = [root, stamp(headersFile), stamp(redirectsFile)].join("\n");
    if (now === key) return rules;
    const headers = parseHeaders(read(headersFile));
    const redirects = parseRedirects(read(redirectsFile));
    rules = { headers: headers.rules, redirects: redirects.rules };
    key = now;
    for (const problem of [...headers.problems, ...redirects.problems]) onProblem(problem);
    return rules;
  };
}

function stamp(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

function read(file: string): string {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : "";
}
