import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type Route, moneyRoute } from "../http/route.ts";
import { readBalance } from "../ledger/balance.ts";
import { hostedCostType, priceOf, toolsPaidWith } from "../deps/offers.ts";
import { refundJob, requireDeviceJob, reserveJob, settleJob } from "../usage/job.ts";

export const USAGE_ROUTES: readonly Route[] = [
  moneyRoute(reserve, async (request, { deps, user: { userId } }, tx) => {
    const { tool, seconds, input_hash: inputHash = null, hosted_seconds: hostedSeconds } = request;
    const cost = priceOf(deps.offers, tool, seconds);
    if (cost === null) throw new ApiFailure("invalid_request");
    const hosted = hostedCostType(deps.offers, tool);
    const job = await reserveJob(tx, deps, {
      userId,
      tool,
      paidWith: toolsPaidWith(deps.offers, tool),
      seconds,
      cost,
      inputHash,
      hosted,
      ...(hostedSeconds !== undefined && { hostedSeconds }),
    });
    const balance = await readBalance(tx, userId, deps.clock());
    return { usage_id: job.usageId, cost: job.cost, balance };
  }),
  moneyRoute(settle, async ({ usage_id: usageId }, { deps, user: { userId } }, tx) => {
    await requireDeviceJob(tx, { userId, usageId });
    await settleJob(tx, deps, { userId, usageId });
    return await readBalance(tx, userId, deps.clock());
  }),
  moneyRoute(refund, async ({ usage_id: usageId }, { deps, user: { userId } }, tx) => {
    await requireDeviceJob(tx, { userId, usageId });
    const cost = await refundJob(tx, deps, { userId, usageId });
    return { ...(await readBalance(tx, userId, deps.clock())), cost };
  }),
];
