import { type CostType, costOf } from "#core/credits/credits.ts";
import { serverCost } from "#core/credits/server-cost.ts";
import type { ServerTask } from "#core/jobs/server-task.ts";
import { type ToolCalls, shareOf } from "#core/jobs/tool-calls.ts";
import type { Config } from "#core/site/config.ts";
import type { Cost } from "#core/page/page.ts";

/** Grants, plans, packs and prices of credits. */
export interface Offers {
  readonly daily: number;
  /** Welcome credits. */
  readonly gift: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly packs: Config["credits"]["packs"];
  readonly plans: Config["plans"]["list"];
  /** Cost of each tool, by slug. */
  readonly costs: ReadonlyMap<string, Cost>;
  /** Slugs of the tools whose jobs may use hosted models. */
  readonly hostedTools: ReadonlySet<string>;
  /**
   * Slugs of the tools that separate songs: a payment for a song by one of them is valid for all.
   */
  readonly songTools: ReadonlySet<string>;
  /** What jobs of each tool may do on the operator's machines, by slug. */
  readonly toolCalls: ReadonlyMap<string, ToolCalls>;
}

/** Slugs of the tools whose payments for an input count for a tool, including the tool itself. */
export const toolsPaidWith = ({ songTools }: Offers, tool: string): readonly string[] =>
  songTools.has(tool) ? [...songTools] : [tool];

/**
 * Price of a tool's job in credits; null for an unknown tool. @param seconds duration of the input
 */
export function priceOf({ costs }: Offers, tool: string, seconds: number): number | null {
  const cost = costs.get(tool);
  if (cost === undefined) return null;
  return cost === "free" ? 0 : costOf(cost satisfies CostType, seconds);
}

/** Cost type of a tool whose jobs may use hosted models; null for others, including free tools. */
export function hostedCostType({ costs, hostedTools }: Offers, tool: string): CostType | null {
  const cost = costs.get(tool);
  return cost === undefined || cost === "free" || !hostedTools.has(tool) ? null : cost;
}

/**
 * Price of a job on the operator's machines in credits; null for a task that is not one of the
 * tool's, and for a tool whose price does not depend on the length of the input, because that would
 * not limit its work.
 * @param seconds duration of the input
 */
export function jobPriceOf(
  { costs, toolCalls }: Offers,
  {
    tool,
    task,
    seconds,
    factor,
  }: { tool: string; task: ServerTask; seconds: number; factor: number },
): number | null {
  const cost = costs.get(tool);
  const calls = toolCalls.get(tool);
  const share = calls ? shareOf(calls, task) : null;
  if (share === null || (cost !== 1 && cost !== 2)) return null;
  return serverCost(cost, seconds, factor, share);
}
