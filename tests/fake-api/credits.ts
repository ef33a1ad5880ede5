import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { refund } from "#core/api/usage/refund.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import type { Balance } from "#core/api/contract/shapes.ts";
import {
  canClaim,
  CLAIM_AFTER,
  costOf,
  INPUT_FREE_FOR,
  RESERVATION_LASTS,
} from "#core/credits/credits.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, route } from "./route.ts";
import type { Account, Purse, Usage, World } from "./world.ts";

const ORDER = ["free", "plan", "bought"] as const;

export const balanceOf = ({ purse, lastClaim, claims }: Account): Balance => ({
  free_credits: purse.free,
  buy_credits: purse.plan + purse.bought,
  last_get_credits_time: lastClaim,
  daily_credits_count: claims,
});

/** Takes credits out of a purse: free ones first, then the plan's, then the bought ones. */
function take(purse: Purse, cost: number): Purse {
  const available = purse.free + purse.plan + purse.bought;
  if (available < cost)
    throw new FakeApiError("not_enough_credits", { params: { needed: cost, available } });
  const from: Purse = { free: 0, plan: 0, bought: 0 };
  let left = cost;
  for (const kind of ORDER) {
    from[kind] = Math.min(left, purse[kind]);
    purse[kind] -= from[kind];
    left -= from[kind];
  }
  return from;
}

/** Puts the credits of a run back to where they came from. */
function giveBack({ purse }: Account, usage: Usage): void {
  for (const kind of ORDER) purse[kind] += usage.from[kind];
  usage.state = "refunded";
}

/** Refunds holds that were not settled in time (USR-10). */
export function releaseOld(world: World, account: Account): void {
  for (const usage of account.usages)
    if (usage.state === "reserved" && world.now() - usage.created >= RESERVATION_LASTS)
      giveBack(account, usage);
}

/** Tools that separate songs; paying for one of them covers all. */
const SONG_TOOL =
  /^(?:remove-[a-z-]+-from-(?:songs?|video)|acapella-extractor|ai-stem-splitter|karaoke-maker|youtube-to-karaoke)$/;

/** Credits that the same tool, or one that makes the same, has taken for the same input within a day. */
const creditsPaid = (
  { usages }: Account,
  { tool, hash }: { tool: string; hash: string },
  now: number,
): number =>
  usages
    .filter(
      (usage) =>
        usage.hash === hash &&
        (usage.tool === tool || (SONG_TOOL.test(usage.tool) && SONG_TOOL.test(tool))) &&
        usage.state === "settled" &&
        now - usage.created < INPUT_FREE_FOR,
    )
    .reduce((sum, { cost }) => sum + cost, 0);

function usageOf(account: Account, id: string): Usage {
  const usage = account.usages.find((known) => known.id === id);
  if (!usage) throw new FakeApiError("not_found");
  return usage;
}

/** Notes a claim of the day's credits. */
export function claim(world: World, account: Account): void {
  account.purse.free += world.offers.dailyCredits;
  account.lastClaim = world.now();
  account.claims += 1;
}

export const CREDIT_ROUTES: readonly Route[] = [
  route(getBalance, (_request, visit) => balanceOf(visit.account())),
  route(claimDaily, (_request, { world, ...visit }) => {
    const account = visit.account();
    const state = { last_get_credits_time: account.lastClaim, daily_credits_count: account.claims };
    if (!canClaim(state, world.now())) {
      const retryAfter = account.lastClaim + CLAIM_AFTER - world.now() + 1;
      throw new FakeApiError("claim_too_soon", { retryAfter });
    }
    claim(world, account);
    return balanceOf(account);
  }),
  route(replenish, (_request, { world, ...visit }) => {
    const account = visit.account();
    if (account.giftTaken) throw new FakeApiError("gift_taken");
    account.giftTaken = true;
    account.purse.free += world.offers.giftCredits;
    return balanceOf(account);
  }),
  route(reserve, ({ tool, seconds, input_hash: hash = null }, { world, ...visit }) => {
    const account = visit.account();
    const paid = hash === null ? 0 : creditsPaid(account, { tool, hash }, world.now());
    const cost = Math.max(0, costOf(world.costs[tool] ?? 1, seconds) - paid);
    const usage: Usage = {
      id: world.nextId("g"),
      tool,
      seconds,
      cost,
      hash,
      from: take(account.purse, cost),
      created: world.now(),
      state: "reserved",
      hidden: false,
    };
    account.usages.push(usage);
    return { usage_id: usage.id, cost, balance: balanceOf(account) };
  }),
  route(settle, ({ usage_id }, visit) => {
    const account = visit.account();
    const usage = usageOf(account, usage_id);
    if (usage.state === "refunded") throw new FakeApiError("usage_closed");
    usage.state = "settled";
    return balanceOf(account);
  }),
  route(refund, ({ usage_id }, visit) => {
    const account = visit.account();
    const usage = usageOf(account, usage_id);
    if (usage.state === "settled") throw new FakeApiError("usage_closed");
    if (usage.state === "reserved") giveBack(account, usage);
    return balanceOf(account);
  }),
];
