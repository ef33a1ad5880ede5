import path from "node:path";
import type { Problem } from "../../core/errors.ts";
import type { SourceFile } from "./entry.ts";

/** A file that cannot be read is one problem, and not one more for each link to it. */
export function withoutConsequences(problems: readonly Problem[], unread: readonly SourceFile[]) {
  const sources = unread.filter(({ source }) => source);
  if (sources.length === 0) return problems;
  const stems = new Set(sources.map(({ file }) => path.posix.basename(file, ".md")));
  const ids = new Set(sources.map(({ file }) => file.slice("content/".length, -".md".length)));
  return problems.filter((found) => {
    const params = found.params as { href?: string; slug?: string; id?: string; to?: string };
    switch (found.code) {
      case "LINK_BROKEN":
      case "REDIRECT_BROKEN": {
        const route = (params.href ?? params.to ?? "").replace(/[?#].*$/s, "");
        return !stems.has(route.slice(route.lastIndexOf("/") + 1) || "home");
      }
      case "UNKNOWN_TOOL":
        return !stems.has(params.slug!);
      case "TRANSLATION_ORPHAN":
        return !ids.has(params.id!);
      default:
        return true;
    }
  });
}
