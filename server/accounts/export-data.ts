import { sql } from "kysely";
import type { exportData } from "../../core/api/accounts/export-data.ts";
import type { AnswerOf } from "../../core/api/contract/call.ts";
import type { Queries } from "../db/schema/tables.ts";
import type { Podcasts } from "../db/schema/media.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { readBalance } from "../ledger/balance.ts";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/**
 * All that is kept about a user.
 * @param now epoch milliseconds
 * @throws {ApiFailure} not_signed_in: the account is gone
 */
export async function readExport(
  queries: Queries,
  userId: string,
  now: number,
): Promise<AnswerOf<typeof exportData>> {
  const user = await queries
    .selectFrom("users")
    .select(["email", "locale", "is_send_email", "customer_id", "created_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (!user) throw new ApiFailure("not_signed_in");
  const [sessions, grants, usages, orders, podcasts, ratings] = await readRows(queries, userId);
  return {
    account: {
      user_id: userId,
      user_email: user.email,
      locale: user.locale,
      is_send_email: user.is_send_email,
      kodepay_user_id: user.customer_id,
      created_at: seconds(user.created_at),
    },
    sessions: sessions.map(({ created_at, used_at, client }) => ({
      client,
      created_at: seconds(created_at),
      used_at: seconds(used_at),
    })),
    balance: await readBalance(queries, userId, now),
    grants: grants.map(({ expires_at, created_at, ...grant }) => ({
      ...grant,
      created_at: seconds(created_at),
      expires_at: expires_at === null ? null : seconds(expires_at),
    })),
    usages: usages.map(({ milliseconds, created_at, ...usage }) => ({
      ...usage,
      seconds: milliseconds / 1000,
      created_at: seconds(created_at),
    })),
    payments: orders.map(({ created_at, ...order }) => ({
      ...order,
      created_at: seconds(created_at),
    })),
    podcasts: podcasts.map(podcastOf),
    ratings: ratings.map(({ created_at, ...rating }) => ({
      ...rating,
      created_at: seconds(created_at),
    })),
  };
}

const readRows = (queries: Queries, userId: string) =>
  Promise.all([
    queries
      .selectFrom("tokens")
      .select(["created_at", "used_at", "client"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    queries
      .selectFrom("grants")
      .select(["source", "bucket", "amount", "remaining", "created_at", "expires_at"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
    queries
      .selectFrom("usages")
      .select(["id", "tool", "milliseconds", "cost", "state", "created_at"])
      .where("user_id", "=", userId)
      .where("hidden", "=", sql.lit(0))
      .orderBy("id", "desc")
      .execute(),
    queries
      .selectFrom("orders")
      .select(["id as order_id", "plan_id", "name", "amount", "currency", "status", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .execute(),
    queries
      .selectFrom("podcasts")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .execute(),
    queries
      .selectFrom("ratings")
      .select(["tool", "stars", "review", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .execute(),
  ]);

const podcastOf = (row: Podcasts) => ({
  id: row.id,
  title: row.title,
  language: row.language,
  duration: row.milliseconds / 1000,
  audio_url: row.audio_url,
  created_at: seconds(row.created_at),
  transcript: JSON.parse(row.transcript) as {
    start: number;
    end: number;
    speaker: string;
    text: string;
  }[],
});
