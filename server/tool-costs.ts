import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { separatesSongs } from "#core/credits/shared-prices.ts";
import { HOSTED_PANELS } from "#core/hosted/paid-work.ts";
import { type ToolCalls, toolCallsOf } from "#core/jobs/tool-calls.ts";
import type { Cost } from "#core/page/page.ts";
import type { Offers } from "./deps/offers.ts";
import { SettingsError } from "./deps/settings.ts";

const COSTS: readonly unknown[] = ["free", 1, 2, 3];

/**
 * Cost of each tool, tools that may use hosted models, tools that separate songs, and what jobs of
 * each tool may do, by slug, from the front matter of their pages.
 * @param root folder of the site
 * @throws {SettingsError} for a page without a known cost, so that no tool is free by mistake
 */
export function readToolCosts(
  root: string,
): Pick<Offers, "costs" | "hostedTools" | "songTools" | "toolCalls"> {
  const folder = path.join(root, "content/tools");
  const costs = new Map<string, Cost>();
  const hostedTools = new Set<string>();
  const songTools = new Set<string>();
  const toolCalls = new Map<string, ToolCalls>();
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith(".md"))) {
    const text = fs.readFileSync(path.join(folder, name), "utf8").replace(/^\uFEFF/, "");
    const matter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(\r?\n|$)/.exec(text)?.[1] ?? "";
    const { slug, cost, panel, preset } = (parse(matter, { maxAliasCount: 0 }) ?? {}) as {
      slug?: unknown;
      cost?: unknown;
      panel?: unknown;
      preset?: unknown;
    };
    if (typeof slug !== "string" || !COSTS.includes(cost))
      throw new SettingsError(`content/tools/${name}: needs a slug and a cost (free, 1, 2 or 3)`);
    costs.set(slug, cost as Cost);
    if (typeof panel === "string" && typeof preset === "string")
      toolCalls.set(slug, toolCallsOf(panel, preset));
    if (typeof panel === "string" && HOSTED_PANELS.has(panel)) hostedTools.add(slug);
    if (typeof panel === "string" && separatesSongs(panel)) songTools.add(slug);
  }
  return { costs, hostedTools, songTools, toolCalls };
}
