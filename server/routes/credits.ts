import { claimDaily as claimDailyCall } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { replenish } from "#core/api/credits/replenish.ts";
import { type Route, moneyRoute, userRoute } from "../http/route.ts";
import { readBalance } from "../ledger/balance.ts";
import { claimDaily, claimWelcomeCredits } from "../ledger/claim-daily.ts";

export const CREDIT_ROUTES: readonly Route[] = [
  userRoute(getBalance, (_request, { deps, user }) =>
    deps.db.read((queries) => readBalance(queries, user.userId, deps.clock())),
  ),
  moneyRoute(claimDailyCall, async (_request, { deps, user: { userId } }, tx) => {
    await claimDaily(tx, deps, { userId, amount: deps.offers.daily });
    return await readBalance(tx, userId, deps.clock());
  }),
  moneyRoute(replenish, async (_request, { deps, user: { userId } }, tx) => {
    await claimWelcomeCredits(tx, deps, { userId, amount: deps.offers.gift });
    return await readBalance(tx, userId, deps.clock());
  }),
];
