import type { Pack, Plan } from "../page/page.ts";

/** How to pay for an amount of credits a month: a plan, packs, or a plan with packs beside it. */
export interface MonthlyOffer {
  readonly plan: Plan | null;
  /** Each with how many of it. */
  readonly packs: readonly { readonly pack: Pack; readonly count: number }[];
  /** In the currency's main unit, of a plan that is paid monthly. */
  readonly price: number;
}

interface Prices {
  readonly plans: readonly Plan[];
  readonly packs: readonly Pack[];
}

/**
 * The cheapest ways to so many credits in a month, the cheapest first: the best of each plan and that
 * of packs alone; of the plans only the best is named.
 * @param credits more than 0
 */
export function cheapestOffers(credits: number, { plans, packs }: Prices): readonly MonthlyOffer[] {
  const withPlans = plans.flatMap((plan) => {
    const more = cheapestPacks(credits - plan.creditsPerMonth, packs);
    return more ? [{ plan, packs: more.packs, price: plan.monthly + more.price }] : [];
  });
  const alone = cheapestPacks(credits, packs);
  const best = withPlans.toSorted((a, b) => a.price - b.price)[0];
  return [...(best ? [best] : []), ...(alone ? [{ plan: null, ...alone }] : [])].toSorted(
    (a, b) => a.price - b.price,
  );
}

/** Packs of at least so many credits at the lowest price; null where there are none to buy. */
function cheapestPacks(
  credits: number,
  packs: readonly Pack[],
): Pick<MonthlyOffer, "packs" | "price"> | null {
  if (credits <= 0) return { packs: [], price: 0 };
  if (packs.length === 0) return null;
  // For each amount the price, and the pack that is bought last.
  const prices = new Float64Array(credits + 1);
  const last: Pack[] = [];
  for (let amount = 1; amount <= credits; amount++) {
    prices[amount] = Infinity;
    for (const pack of packs) {
      const price = pack.price + prices[Math.max(0, amount - pack.credits)]!;
      if (price >= prices[amount]!) continue;
      prices[amount] = price;
      last[amount] = pack;
    }
  }
  const counts = new Map<Pack, number>();
  for (let rest = credits; rest > 0; rest -= last[rest]!.credits)
    counts.set(last[rest]!, (counts.get(last[rest]!) ?? 0) + 1);
  return {
    packs: [...counts].map(([pack, count]) => ({ pack, count })),
    price: prices[credits]!,
  };
}

/** Whole months that a year of a plan is cheaper than twelve months; 0 where it is not. */
export const monthsFree = ({ monthly, yearly }: Pick<Plan, "monthly" | "yearly">): number =>
  monthly > 0 ? Math.max(0, Math.floor(12 - yearly / monthly + 1e-9)) : 0;
