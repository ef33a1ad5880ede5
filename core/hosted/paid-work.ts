import type { CostType } from "../credits/credits.ts";

/** Panels whose jobs may ask hosted models; those of other tools never do. */
export const HOSTED_PANELS: ReadonlySet<string> = new Set([
  "podcast",
  "transcript",
  "translator",
  "tts",
]);

/**
 * Seconds of hosted work that a credit pays for: a minute, and ten of them for tools with a fixed price,
 * whose jobs cost one credit.
 */
export const paidSeconds = (type: CostType): number => (type === 3 ? 600 : 60);

/**
 * Credits for a job: its price less what has been paid for its input, and no less than the hosted work costs
 * that nothing is left for.
 * @param left seconds of hosted work that earlier jobs of the input have paid for and not used
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
