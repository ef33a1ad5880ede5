import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Cost } from "../core/page/page.ts";
import { SettingsError } from "./deps/settings.ts";

const COSTS: readonly unknown[] = ["free", 1, 2, 3];

/**
 * How each tool costs, by slug, as its page says.
 * @param root folder of the site
 * @throws {SettingsError} for a page without a known cost: nothing is to be free by mistake
 */
export function readToolCosts(root: string): ReadonlyMap<string, Cost> {
  const folder = path.join(root, "content/tools");
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".md"));
  return new Map(
    files.map((name) => {
      const text = fs.readFileSync(path.join(folder, name), "utf8").replace(/^\uFEFF/, "");
      const matter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(\r?\n|$)/.exec(text)?.[1] ?? "";
      const { slug, cost } = (parse(matter, { maxAliasCount: 0 }) ?? {}) as {
        slug?: unknown;
        cost?: unknown;
      };
      if (typeof slug !== "string" || !COSTS.includes(cost))
        throw new SettingsError(`content/tools/${name}: needs a slug and a cost (free, 1, 2 or 3)`);
      return [slug, cost as Cost] as const;
    }),
  );
}
