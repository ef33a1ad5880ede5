import type { CostType } from "../credits/credits.ts";

/** Panels whose jobs may use hosted models. */
export const HOSTED_PANELS: ReadonlySet<string> = new Set([
  "podcast",
  "transcript",
  "translator",
  "tts",
]);

/**
 * Seconds of hosted work per credit: a minute; ten minutes for tools with a fixed price, whose jobs
 * cost one credit.
 */
export const paidSeconds = (type: CostType): number => (type === 3 ? 600 : 60);

/**
 * Cost of a job in credits: its price less what was paid for its input, and at least the hosted
 * work that is not covered yet.
 * @param left paid and unused seconds of hosted work of earlier jobs with the same input
 */
export function dueFor(
  type: CostType,
  {
    price,
    paid,
    hostedSeconds,
    left,
  }: {
    readonly price: number;
    readonly paid: number;
    readonly hostedSeconds: number;
    readonly left: number;
  },
): number {
  const lacking = Math.ceil(Math.max(0, hostedSeconds - left) / paidSeconds(type));
  return Math.max(0, price - paid, lacking);
}
