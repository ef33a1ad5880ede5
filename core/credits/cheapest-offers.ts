import type { Pack, Plan } from "../page/page.ts";

/** A way to pay for an amount of credits per month: a plan, packs, or a plan and packs. */
export interface MonthlyOffer {
  readonly plan: Plan | null;
  /** Packs and how many of each. */
  readonly packs: readonly { readonly pack: Pack; readonly count: number }[];
  /** In the currency's main unit, at the plan's monthly price. */
  readonly price: number;
}

interface Prices {
  readonly plans: readonly Plan[];
  readonly packs: readonly Pack[];
}

/**
 * The cheapest ways to buy an amount of credits per month, cheapest first: the best plan and packs
 * alone.
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

/** The cheapest packs with at least so many credits; null when no packs are sold. */
function cheapestPacks(
  credits: number,
  packs: readonly Pack[],
): Pick<MonthlyOffer, "packs" | "price"> | null {
  if (credits <= 0) return { packs: [], price: 0 };
  if (packs.length === 0) return null;
  // Dynamic programming: lowest price of each amount, and the last pack bought for it.
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

/** The cheapest single pack with at least so many credits; null when none has. */
export const cheapestPack = (credits: number, packs: readonly Pack[]): Pack | null =>
  packs
    .filter((pack) => pack.credits >= credits)
    .toSorted((a, b) => a.price - b.price || b.credits - a.credits)[0] ?? null;

/** Full months that a yearly plan saves against twelve monthly payments, at least 0. */
export const monthsFree = ({ monthly, yearly }: Pick<Plan, "monthly" | "yearly">): number =>
  monthly > 0 ? Math.max(0, Math.floor(12 - yearly / monthly + 1e-9)) : 0;
