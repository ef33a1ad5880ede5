import { type MonthlyOffer, cheapestOffers } from "#core/credits/cheapest-offers.ts";
import type { Pricing } from "#core/page/page.ts";

/** How credits are bought: a plan paid by the month or by the year, or packs. */
export type OfferKind = "monthly" | "yearly" | "packs";

/** Days of a month, for free credits that are claimed daily. */
const DAYS = 30;

/** The cheapest offer of one kind for a number of minutes a month. */
export interface ChosenOffer {
  /** Id of the plan or pack whose row fits; `free` if the daily credits suffice. */
  readonly row: string;
  /** The plan and packs to buy; null if the daily credits suffice. */
  readonly offer: MonthlyOffer | null;
  /** Price in the currency's main unit: a month for plans, once for packs. */
  readonly price: number;
  /** Minutes that the offer contains beyond those asked for. */
  readonly spare: number;
}

/** Minutes a month that the daily credits suffice for, at one credit a minute. */
export const freeMinutes = ({ dailyCredits }: Pick<Pricing, "dailyCredits">): number =>
  DAYS * dailyCredits;

/**
 * The cheapest offer of a kind, at one credit a minute; null if none of this kind is sold.
 * @param minutes a month, at least 0
 */
export function chooseOffer(
  minutes: number,
  kind: OfferKind,
  pricing: Pricing,
): ChosenOffer | null {
  const free = freeMinutes(pricing);
  if (kind !== "packs" && minutes <= free)
    return { row: "free", offer: null, price: 0, spare: free - minutes };
  const offer = cheapestOffers(Math.max(1, minutes), pricing).find(
    ({ plan }) => (plan === null) === (kind === "packs"),
  );
  if (!offer) return null;
  const { plan, packs } = offer;
  const sold = packs.reduce((sum, { pack, count }) => sum + count * pack.credits, 0);
  const largest = packs.toSorted((a, b) => b.pack.credits - a.pack.credits)[0];
  return {
    row: plan?.id ?? largest!.pack.id,
    offer,
    price: plan && kind === "yearly" ? offer.price - plan.monthly + plan.yearly / 12 : offer.price,
    spare: sold + (plan?.creditsPerMonth ?? 0) - minutes,
  };
}
