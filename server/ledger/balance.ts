import { type Nullable, sql } from "kysely";
import type { Balance } from "#core/api/contract/shapes.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Grants, Wallets } from "../db/schema/credits.ts";
import { ApiFailure } from "../http/api-failure.ts";

type Row = Pick<Wallets, "claimed_at" | "claims"> & Nullable<Pick<Grants, "bucket" | "remaining">>;

/**
 * Available credits of a user; held and expired credits are not included.
 * @param now epoch milliseconds
 * @throws {ApiFailure} not_signed_in: the account was deleted
 */
export async function readBalance(queries: Queries, userId: string, now: number): Promise<Balance> {
  // Raw SQL: the query is frequent, and building it takes longer than running it.
  const { rows } = await sql<Row>`select w.claimed_at, w.claims, g.bucket, g.remaining
    from wallets w left join grants g on g.user_id = w.user_id and g.remaining > 0
      and (g.expires_at is null or g.expires_at > ${now})
    where w.user_id = ${userId}`.execute(queries);
  const [wallet] = rows;
  if (!wallet) throw new ApiFailure("not_signed_in");
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
