import { MIN_KEYWORDS } from "#core/page/content.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { AnyEntry } from "../../build/load/entry.ts";
import type { LoadedSite } from "../load-site.ts";

/**
 * Tools with too few keywords for the search (NAV-12). If the English has none, translations are
 * not checked.
 */
export function checkKeywords({ texts }: Pick<LoadedSite<AnyEntry>, "texts">): Problem[] {
  const tools = texts.filter(({ entry }) => entry.type === "tools");
  const without = new Set(
    tools.flatMap(({ entry, keywords }) => (entry.source && keywords === 0 ? [entry.id] : [])),
  );
  return tools.flatMap(({ entry: { file, id, source, present, faults }, keywords }) => {
    if (keywords >= MIN_KEYWORDS || faults?.fields.includes("keywords")) return [];
    // A file without any translated section is reported as a whole.
    if (!source && (without.has(id) || present.length === 0)) return [];
    const location = keywords === 0 ? { file } : { file, field: ["keywords"] };
    return [problem("KEYWORDS_FEW", { count: keywords, least: MIN_KEYWORDS }, location, "warning")];
  });
}
