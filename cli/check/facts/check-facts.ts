import {
  CONDITION_NAMES,
  PAGE_CONDITIONS,
  PAGE_VALUES,
  VALUE_NAMES,
} from "#core/facts/text-facts.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { createLabels, LABEL } from "../../build/load/labels.ts";
import type { AnyEntry } from "../../build/load/entry.ts";
import { missingSections } from "../../build/plan/plan.ts";
import type { LoadedSite } from "../load-site.ts";

const STATES_FACTS: ReadonlySet<string> = new Set(["pages", "policies"]);

/**
 * Facts and labels that do not exist, and those of English texts that their translations leave out.
 */
export function checkFacts({
  texts,
  plan,
  ...site
}: Pick<LoadedSite<AnyEntry>, "texts" | "plan" | "root" | "home" | "config">): Problem[] {
  const labelOf = createLabels(site, site.config.defaultLocale);
  const english = new Map(
    texts.filter(({ entry }) => entry.source).map((page) => [page.entry.id, page.facts]),
  );
  return texts.flatMap(({ entry, facts }) => {
    const { file, type, id, locale } = entry;
    const problems = facts.flatMap((fact) => {
      if (fact.startsWith(LABEL)) {
        const key = fact.slice(LABEL.length);
        if (labelOf(locale, key) !== undefined) return [];
        return [problem("LABEL_UNKNOWN", { key }, { file, text: `{{${fact}}}` })];
      }
      const name = fact.replace(/^[#^]/, "");
      const all = name === fact ? VALUE_NAMES : CONDITION_NAMES;
      const limited: readonly string[] = name === fact ? PAGE_VALUES : PAGE_CONDITIONS;
      const known = STATES_FACTS.has(type) ? all : limited;
      if (known.includes(name)) return [];
      const params = { name: fact, similar: findSimilar(name, known) };
      return [problem("FACT_UNKNOWN", params, { file, text: `{{${fact}}}` })];
    });
    const source = plan.read.entries.get(id);
    if (entry.source || !source) return problems;
    if (missingSections(source, entry).length > 0) return problems;
    const lost = (english.get(id) ?? []).filter((fact) => !facts.includes(fact));
    if (lost.length === 0) return problems;
    return [...problems, problem("FACT_LOST", { locale, names: lost.join(", ") }, { file })];
  });
}
