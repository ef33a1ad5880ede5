import { type Problem, problem } from "#core/errors/errors.ts";
import type { AnyEntry } from "../build/load/entry.ts";
import { compile } from "../glossary/find-avoided.ts";
import { loadGlossary } from "../glossary/load.ts";
import type { LoadedSite } from "./load-site.ts";

/**
 * Pages of available tools whose `limits` name no feature, or have a title that does not state what
 * the tool cannot do (SEO-2): it would be missing from the feature list in structured data. Such
 * titles are detected by the `negation` of the language's style; languages without one are not
 * checked.
 */
export function checkLimits({
  root,
  config,
  plan,
  texts,
}: Pick<LoadedSite<AnyEntry>, "root" | "config" | "plan" | "texts">): Problem[] {
  const styles = loadGlossary(root).glossary?.styles ?? {};
  const negations = new Map(
    Object.entries(styles).flatMap(([locale, { negation }]): [string, RegExp][] =>
      negation === undefined ? [] : [[locale, compile(negation)]],
    ),
  );
  const links = plan.links.get(config.defaultLocale);
  return texts.flatMap(({ entry: { file, id, locale, type, present, faults }, features }) => {
    const negation = negations.get(locale);
    if (!negation || type !== "tools" || links?.get(id)?.link.available === false) return [];
    if (!present.includes("features") || faults?.fields.includes("features")) return [];
    const source = plan.entries.get(id);
    const limits = (source?.type === "tools" && source.fixed.limits) || [];
    const says = (number: number): boolean => (features[number - 1] ?? "").search(negation) >= 0;
    if (limits.length > 0 && limits.every(says)) return [];
    return [problem("LIMITS_MISSING", {}, { file, field: ["features"] }, "warning")];
  });
}
