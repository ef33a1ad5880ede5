import type { NotOffered } from "#core/models/offered.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { Config } from "#core/site/config.ts";
import type { FindHollow, HollowTool } from "../../models/find-hollow-tools.ts";
import type { SourceEntry } from "../load/entry.ts";

/** Pages of hollow tools, with the reasons. */
export type HollowTools = ReadonlyMap<SourceEntry, HollowTool>;

/** The tools whose engine the site does not offer, without those that it insists on listing. */
export function hollowTools(
  sources: ReadonlyMap<string, SourceEntry>,
  { config, findHollow }: { readonly config: Config; readonly findHollow?: FindHollow },
): HollowTools {
  const found = new Map<SourceEntry, HollowTool>();
  if (!findHollow) return found;
  for (const entry of sources.values()) {
    if (entry.type !== "tools" || config.seo.alwaysList.includes(entry.fixed.slug)) continue;
    const hollow = findHollow(entry.fixed.panel, entry.fixed.preset);
    if (hollow) found.set(entry, hollow);
  }
  return found;
}

/** What an operator does so that a model is offered, by the reason why it is not. */
const STEPS: Readonly<Record<NotOffered, (id: string) => string>> = {
  "not-here": (id) => `${id} is not in the folder of models.baseUrl: \`toolkit models pull ${id}\``,
  "no-address": (id) =>
    `browsers cannot fetch ${id} from its source: set models.baseUrl, and models.pullThrough or pull it`,
  unlocked: (id) => `${id} is not locked: \`toolkit models lock ${id}\``,
  stale: (id) => `the lock of ${id} is out of date: \`toolkit models lock ${id}\``,
  "not-accepted": (id) => `the license of ${id} is restricted: models.accept lists what you accept`,
  surpassed: (id) =>
    `${id} is not better than the built-in engine: models.accept offers it all the same`,
  "no-form": (id) => `no code runs ${id} yet`,
};

/** Names the pages of hollow tools, and what would make them work. */
export const checkHollow = (hollow: HollowTools): Problem[] =>
  [...hollow].map(([{ file, name }, { result, model }]) =>
    problem(
      "TOOL_HOLLOW",
      { name, result, step: model ? STEPS[model.reason](model.id) : undefined },
      { file, field: ["preset"] },
      "warning",
    ),
  );
