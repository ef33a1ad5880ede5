import { offerOf } from "#core/credits/credits.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { Offers } from "../deps/offers.ts";

/** A plan or a pack that can be ordered. */
export interface Offer {
  readonly kind: "plan" | "pack";
  readonly id: string;
  readonly period: "monthly" | "yearly" | null;
  /** Name of the plan; null for a pack, which is named by its credits. */
  readonly name: string | null;
  /** Granted once, or each month. */
  readonly credits: number;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** Number of fraction digits: 2 for dollars, 0 for yen. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** Converts a price to the smallest unit of its currency. */
const smallest = (price: number, currency: string): number =>
  Math.round(price * 10 ** digitsOf(currency));

/**
 * Finds the offer for the id of a pack, or for that of a plan with its period.
 * @throws {ApiFailure} not_found
 */
export function findOffer({ packs, plans, currency }: Offers, id: string): Offer {
  const pack = packs.find((known) => known.id === id);
  if (pack) {
    const { credits, price } = pack;
    const amount = smallest(price, currency);
    return { kind: "pack", id, period: null, name: null, credits, amount, currency };
  }
  for (const period of ["monthly", "yearly"] as const) {
    const plan = plans.find((known) => offerOf(known.id, period) === id);
    if (!plan) continue;
    const amount = smallest(plan[period], currency);
    const { name, creditsPerMonth: credits } = plan;
    return { kind: "plan", id: plan.id, period, name, credits, amount, currency };
  }
  throw new ApiFailure("not_found");
}
