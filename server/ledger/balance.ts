import { sql } from "kysely";
import type { Balance } from "../../core/api/shapes.ts";
import type { Queries } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";

/**
 * What a user has at hand; what is held or expired is in neither number.
 * @param now epoch milliseconds
 * @throws {Refusal} not_signed_in: the account is gone
 */
export async function readBalance(queries: Queries, userId: string, now: number): Promise<Balance> {
  const rows = await queries
    .selectFrom("wallets as w")
    .leftJoin("grants as g", (join) =>
      join
        .onRef("g.user_id", "=", "w.user_id")
        .on("g.remaining", ">", sql.lit(0))
        .on((on) => on.or([on("g.expires_at", "is", null), on("g.expires_at", ">", now)])),
    )
    .select(["w.claimed_at", "w.claims", "g.bucket", "g.remaining"])
    .where("w.user_id", "=", userId)
    .execute();
  const [wallet] = rows;
  if (!wallet) throw new Refusal("not_signed_in");
  let free = 0;
  let paid = 0;
  for (const { bucket, remaining } of rows) {
    if (bucket === "free") free += remaining ?? 0;
    else paid += remaining ?? 0;
  }
  return {
    free_credits: free,
    buy_credits: paid,
    last_get_credits_time: wallet.claimed_at / 1000,
    daily_credits_count: wallet.claims,
  };
}
