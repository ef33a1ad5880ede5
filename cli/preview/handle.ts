import { realpathSync } from "node:fs";
import { discard, movedAnswer, textAnswer, type Answer, type PreviewRequest } from "./answer.ts";
import { createCompressedCache } from "./compression.ts";
import { fileAnswer } from "./file-answer.ts";
import { isAbsence, locate, resolveAny, resolveInside } from "./locate.ts";
import { findRedirect } from "./rules/redirects-file.ts";
import { parseTarget, type Target } from "./request-target.ts";
import type { RuleProblem } from "./rules/rule-problem.ts";
import { createRulesReader } from "./rules/rules.ts";

export interface SiteOptions {
  /** The folder to serve; it, or the link to it, may be replaced at any time. */
  readonly root: string;
  readonly trailingSlash: boolean;
  /** Called for each invalid line of `_headers` and `_redirects` when they are read. */
  readonly onProblem?: ((problem: RuleProblem) => void) | undefined;
}

export interface Site {
  /** Answers a request like a static host. Rejects on disk errors. */
  readonly handle: (request: PreviewRequest) => Promise<Answer>;
  /** The site's page for a server error. */
  readonly fail: (request: PreviewRequest) => Promise<Answer>;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const ALLOWED_METHODS = "GET, HEAD, OPTIONS";
/** Maximum number of retries if a rebuild removes the folder during a request. */
const ATTEMPTS = 50;

/** Serves a folder as a site: files, pages, redirects and error pages. */
export function createSite(options: SiteOptions): Site {
  const cache = createCompressedCache(CACHE_BYTES);
  const readRules = createRulesReader(options.onProblem ?? (() => undefined));

  const answerFrom = async (
    root: string,
    request: PreviewRequest,
    target: Target,
  ): Promise<Answer> => {
    const rules = readRules(root);
    const serve = (file: string, status: number): Promise<Answer> =>
      fileAnswer({ request, path: target.path, file, status, rules: rules.headers, cache });
    const errorPage = async (): Promise<Answer> => {
      const file = resolveInside(root, ["404.html"]);
      return file === undefined ? textAnswer(404, "Not found.") : serve(file, 404);
    };
    const follow = async (force: boolean): Promise<Answer | undefined> => {
      const found = findRedirect(rules.redirects, force, target);
      if (found === undefined) return undefined;
      const { status, location } = found;
      if (status >= 300 && status < 400) return movedAnswer(status, location);
      const inner = parseTarget(location);
      const file = "refused" in inner ? undefined : resolveAny(root, inner.segments);
      return file === undefined ? errorPage() : serve(file, status);
    };

    const forced = await follow(true);
    if (forced !== undefined) return forced;
    const located = locate(root, target, options.trailingSlash);
    if (located === undefined) return (await follow(false)) ?? errorPage();
    if ("movedTo" in located) return movedAnswer(308, `${located.movedTo}${target.search}`);
    return serve(located.file, 200);
  };

  return {
    async handle(request) {
      if (request.method === "OPTIONS")
        return { status: 204, headers: new Headers({ allow: ALLOWED_METHODS }) };
      if (request.method !== "GET" && request.method !== "HEAD")
        return textAnswer(405, "A static site answers GET and HEAD.", { allow: ALLOWED_METHODS });
      const target = parseTarget(request.target);
      if ("refused" in target)
        return target.refused === 414
          ? textAnswer(414, "The address is too long.")
          : textAnswer(400, "The address is malformed.");

      let root = realRoot(options.root);
      for (let attempt = 1; root !== undefined; attempt++) {
        const answer = await unlessRemoved(answerFrom(root, request, target));
        const now = realRoot(options.root);
        // A folder that was replaced meanwhile may be partly removed: a page that seemed missing,
        // or its headers, may exist in the new one.
        if (answer !== undefined && now === root) return answer;
        if (attempt === ATTEMPTS) return answer ?? textAnswer(404, "Not found.");
        if (answer !== undefined) await discard(answer);
        root = now;
      }
      return textAnswer(503, "There is nothing to serve yet: build the site first.", {
        "retry-after": "1",
      });
    },

    async fail(request) {
      const plain = textAnswer(500, "The preview server failed.");
      try {
        const target = parseTarget(request.target);
        const root = realRoot(options.root);
        const file = root === undefined ? undefined : resolveInside(root, ["500.html"]);
        if (root === undefined || file === undefined || "refused" in target) return plain;
        const rules = readRules(root).headers;
        return await fileAnswer({ request, path: target.path, file, status: 500, rules, cache });
      } catch {
        // The first error is reported; this one must not hide it.
        return plain;
      }
    },
  };
}

function realRoot(root: string): string | undefined {
  // A link may be switched, and its old target removed, between being read and being followed.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return realpathSync.native(root);
    } catch (error) {
      if (!isAbsence(error)) throw error;
    }
  }
  return undefined;
}

/** Undefined if a file was removed between being found and being opened. */
async function unlessRemoved(work: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
