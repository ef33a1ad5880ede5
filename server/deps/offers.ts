import { type CostType, costOf } from "#core/credits/credits.ts";
import type { Config } from "#core/site/config.ts";
import type { Cost } from "#core/page/page.ts";

/** What credits are given for, sold for and spent on. */
export interface Offers {
  /** Credits of one daily claim. */
  readonly daily: number;
  /** Credits of the gift. */
  readonly gift: number;
  /** ISO 4217 */
  readonly currency: string;
  readonly packs: Config["credits"]["packs"];
  readonly plans: Config["plans"]["list"];
  /** How each tool costs, by slug. */
  readonly costs: ReadonlyMap<string, Cost>;
  /** Slugs of the tools whose jobs may use hosted models. */
  readonly hostedTools: ReadonlySet<string>;
  /** Slugs of the tools that separate songs: what one of them is paid for a song pays for all. */
  readonly songTools: ReadonlySet<string>;
}

/** Slugs of the tools whose payments for an input count for a tool, itself among them. */
export const toolsPaidWith = ({ songTools }: Offers, tool: string): readonly string[] =>
  songTools.has(tool) ? [...songTools] : [tool];

/** Credits that a job of a tool costs; null for an unknown tool. @param seconds length of the input */
export function priceOf({ costs }: Offers, tool: string, seconds: number): number | null {
  const cost = costs.get(tool);
  if (cost === undefined) return null;
  return cost === "free" ? 0 : costOf(cost satisfies CostType, seconds);
}

/** How a tool costs whose jobs may use hosted models; null where they may not, as those of free tools. */
export function hostedCostType({ costs, hostedTools }: Offers, tool: string): CostType | null {
  const cost = costs.get(tool);
  return cost === undefined || cost === "free" || !hostedTools.has(tool) ? null : cost;
}
