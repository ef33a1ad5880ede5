import { sql } from "kysely";
import type { Queries } from "../db/schema/tables.ts";

/**
 * Looks for what can never be. The queries see the state of one moment only where they are made in a
 * transaction, or while nothing moves.
 * @returns a line for each fault
 */
export async function auditLedger(queries: Queries): Promise<string[]> {
  const unbalanced = await queries
    .selectFrom("ledger_entries")
    .select("transaction_id")
    .groupBy(["user_id", "transaction_id"])
    .having((having) => having(having.fn.sum<number>("delta"), "<>", 0))
    .execute();
  const drifted = await queries
    .selectFrom("grants as g")
    .leftJoin("ledger_entries as e", (join) =>
      join
        .onRef("e.user_id", "=", "g.user_id")
        .onRef("e.grant_id", "=", "g.id")
        .on("e.account", "=", "available"),
    )
    .select("g.id")
    .groupBy(["g.user_id", "g.id", "g.remaining"])
    .having(sql<number>`coalesce(sum(e.delta), 0)`, "<>", sql<number>`g.remaining`)
    .execute();
  const negative = await queries
    .selectFrom("grants")
    .select("id")
    .where("remaining", "<", 0)
    .execute();
  // What is held for a job is its cost while it is reserved, and nothing after.
  const held = await queries
    .selectFrom("usages as u")
    .leftJoin("ledger_transactions as t", (join) =>
      join.onRef("t.user_id", "=", "u.user_id").onRef("t.usage_id", "=", "u.id"),
    )
    .leftJoin("ledger_entries as e", (join) =>
      join
        .onRef("e.user_id", "=", "t.user_id")
        .onRef("e.transaction_id", "=", "t.id")
        .on("e.account", "=", "held"),
    )
    .select("u.id")
    .groupBy(["u.user_id", "u.id", "u.state", "u.cost"])
    .having(
      sql<number>`coalesce(sum(e.delta), 0)`,
      "<>",
      sql<number>`case when u.state = 'reserved' then u.cost else 0 end`,
    )
    .execute();
  return [
    ...unbalanced.map(({ transaction_id }) => `transaction ${transaction_id} does not sum to zero`),
    ...drifted.map(({ id }) => `grant ${id} does not have what its entries say`),
    ...negative.map(({ id }) => `grant ${id} is below zero`),
    ...held.map(({ id }) => `job ${id} does not hold what it costs`),
  ];
}
