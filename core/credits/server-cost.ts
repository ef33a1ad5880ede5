import type { Cost } from "../page/page.ts";
import { costOf } from "./credits.ts";

/**
 * Price of one call on the site's servers, in credits.
 * @param price factor
 * @param share of the tool's price that the call costs
 */
export const serverCost = (cost: Cost, seconds: number, price: number, share = 1): number =>
  cost === "free" ? 0 : Math.ceil(share * price * costOf(cost, seconds));

/**
 * Price of a job on the site's servers, in credits: each input is paid for by its own length.
 * @param lengths of its inputs in seconds
 * @param shares of the tool's price that the calls for each input cost
 */
export const serverJobCost = (
  cost: Cost,
  {
    lengths,
    price,
    shares = [1],
  }: {
    readonly lengths: readonly number[];
    readonly price: number;
    readonly shares?: readonly number[];
  },
): number =>
  lengths
    .flatMap((seconds) => shares.map((share) => serverCost(cost, seconds, price, share)))
    .reduce((sum, credits) => sum + credits, 0);
