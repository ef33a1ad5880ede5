import type { CostType } from "../../core/credits/credits.ts";
import { costOf } from "../../core/credits/credits.ts";
import type { Config } from "../../core/site/config.ts";
import type { Cost } from "../../core/page/page.ts";

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
}

/** Credits that a job of a tool costs; null for an unknown tool. @param seconds length of the input */
export function priceOf({ costs }: Offers, tool: string, seconds: number): number | null {
  const cost = costs.get(tool);
  if (cost === undefined) return null;
  return cost === "free" ? 0 : costOf(cost satisfies CostType, seconds);
}
