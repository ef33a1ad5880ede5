import { GROUPS, MENU, TOOL_MENU_IDS } from "#core/tools/menu.ts";
import { findSimilar } from "#core/errors/similar.ts";
import type { EntryOf } from "../build/load/entry.ts";
import type { LoadedSite } from "../check/load-site.ts";
import type { Answers, Choice, Question } from "./questions.ts";

const MENU_CHOICES: readonly Choice[] = MENU.filter(({ id }) => TOOL_MENU_IDS.includes(id)).map(
  ({ id, key }) => ({ value: id, hint: key }),
);
const COSTS: readonly Choice[] = [
  { value: "free", hint: "no credits, no account" },
  { value: "1", hint: "one credit per minute, rounded up" },
  { value: "2", hint: "two a full minute, at least two" },
  { value: "3", hint: "one a run" },
];

const toolsOf = ({ plan }: LoadedSite): EntryOf<"tools">[] =>
  [...plan.entries.values()].filter((entry) => entry.type === "tools");
const slugOf = (entry: EntryOf<"tools">): string => entry.fixed.slug;

/**
 * Questions about the panel of a tool page and its listing; the panel comes first, because the
 * others depend on it.
 */
export function toolQuestions(
  site: LoadedSite,
  slug: string,
): ((answers: Answers) => Question | undefined)[] {
  const { panels } = site.plan;
  const tools = toolsOf(site);
  /** The most frequent value among tools of the same panel. */
  const typicalValue = (
    field: "menu" | "group" | "cost",
    { panel }: Answers,
  ): { initial?: string } => {
    const counts = new Map<string, number>();
    for (const { fixed } of tools)
      if (fixed.panel === panel) {
        const value = String(fixed[field]);
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    const [common] = [...counts].sort((a, b) => b[1] - a[1]);
    return common ? { initial: common[0] } : {};
  };
  return [
    () => ({
      flag: "panel",
      message: "Panel of the workspace that does the work",
      choices: Object.entries(panels).map(([value, { available }]) => ({
        value,
        ...(!available && { hint: "being built" }),
      })),
    }),
    ({ panel }) => {
      const presets = panel === undefined ? undefined : panels[panel]!.presets;
      const only = presets?.length === 1 ? presets[0] : undefined;
      return {
        flag: "preset",
        message: "How the panel opens",
        ...(presets && { choices: presets.map((value) => ({ value })) }),
        ...(only && { initial: only, fallback: only }),
      };
    },
    (answers) => ({
      flag: "menu",
      message: "Entry of the workspace's menu",
      choices: MENU_CHOICES,
      ...typicalValue("menu", answers),
    }),
    (answers) => ({
      flag: "group",
      message: "Heading under which menus list it",
      choices: GROUPS.map((value) => ({ value })),
      ...typicalValue("group", answers),
    }),
    (answers) => ({
      flag: "cost",
      message: "Cost",
      choices: COSTS,
      ...typicalValue("cost", answers),
    }),
    () => ({
      flag: "related",
      message: "Slugs of related tools, separated by commas",
      silent: true,
      fallback: "",
      validate: (value) => {
        const slugs = tools.map(slugOf).filter((other) => other !== slug);
        const unknown = splitList(value).find((other) => !slugs.includes(other));
        if (unknown === undefined) return undefined;
        const similar = findSimilar(unknown, slugs);
        return `there is no tool "${unknown}".${similar ? ` Did you mean "${similar}"?` : ""}`;
      },
    }),
  ];
}

export const splitList = (value: string): string[] =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** The named slugs, or those of three tools, preferring the same group. */
export function relatedTools(site: LoadedSite, slug: string, answers: Answers): string[] {
  if (answers["related"]) return [...new Set(splitList(answers["related"]))];
  const others = toolsOf(site).filter((entry) => slugOf(entry) !== slug);
  const same = others.filter(({ fixed }) => fixed.group === answers["group"]);
  return [...new Set([...same, ...others].map(slugOf))].slice(0, 3);
}
