import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import { getPaymentPage } from "#core/api/payments/payment-page.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import type { Usages } from "../db/schema/credits.ts";
import { deleteFromHistory } from "../history/delete-usage.ts";
import { readRows } from "../history/read-page.ts";
import { type Route, userRoute } from "../http/route.ts";
import { recordOf } from "../payments/orders.ts";

const usageOf = ({ id, tool, milliseconds, cost, charged, state, created_at }: Usages) => ({
  id,
  tool,
  seconds: milliseconds / 1000,
  cost,
  charged,
  state,
  created_at: Math.floor(created_at / 1000),
});

export const HISTORY_ROUTES: readonly Route[] = [
  userRoute(getUsagePage, async ({ page, page_size, tool }, { deps, user: { userId } }) => {
    const list = { userId, table: "usages", tool } as const;
    const { rows, total } = await readRows(deps, list, { page, size: page_size });
    return { list: rows.map(usageOf), total, page, page_size };
  }),
  userRoute(deleteUsage, async ({ ids }, { deps, user: { userId } }) => {
    const deleted = await deps.db.write((tx) => deleteFromHistory(tx, { userId, ids }));
    return { deleted };
  }),
  userRoute(getPaymentPage, async ({ page, page_size }, { deps, user: { userId } }) => {
    const list = { userId, table: "orders" } as const;
    const { rows, total } = await readRows(deps, list, { page, size: page_size });
    return { list: rows.map(recordOf), total, page, page_size };
  }),
];
