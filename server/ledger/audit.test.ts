import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { isLong } from "#tests/left-out.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { seedScale } from "../testing/seed-scale.ts";
import { auditLedger } from "./audit.ts";

/**
 * Changes of single rows that no movement of credits makes; rows are identified by their position
 * in a table.
 */
const FAULTS: readonly (readonly [table: string, key: string, change: string])[] = [
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "delete"],
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "delta = delta + 7"],
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "account = 'elsewhere'"],
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "grant_id = 'another'"],
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "transaction_id = 'another'"],
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "user_id = 'zzz'"],
  ["ledger_entries", "user_id, transaction_id, grant_id, account", "user_id = '0'"],
  ["ledger_transactions", "user_id, id", "delete"],
  [
    "ledger_transactions",
    "user_id, id",
    "kind = case kind when 'void' then 'grant' else 'void' end",
  ],
  ["ledger_transactions", "user_id, id", "user_id = 'zzz'"],
  ["grants", "user_id, id", "delete"],
  ["grants", "user_id, id", "amount = amount + 1"],
  ["grants", "user_id, id", "remaining = remaining - 1"],
  ["grants", "user_id, id", "user_id = 'zzz'"],
  ["usages where state = 'reserved' and cost > 0", "user_id, id", "delete"],
  ["usages where state = 'reserved' and cost > 0", "user_id, id", "cost = cost + 1"],
  ["usages where state = 'reserved' and cost > 0", "user_id, id", "state = 'settled'"],
  ["usages where state = 'settled' and cost > 0", "user_id, id", "state = 'reserved'"],
];

describeOnDatabases("the audit of the ledger in slices", ({ fresh, engine }) => {
  let db: Db;
  beforeEach(async () => {
    db = await openDb(await fresh(), () => {});
    // Account 509 has a running job.
    await seedScale(db, { accounts: 520, now: Date.now() });
    await db.write(async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`select id from users order by id limit 1 offset 495`.execute(tx);
      for (const table of ["ledger_entries", "ledger_transactions", "grants", "usages"])
        await sql`delete from ${sql.table(table)} where user_id < ${rows[0]!.id}`.execute(tx);
    });
  });
  afterEach(() => db.close());

  class Undone extends Error {}
  /** Errors found after a change, which is rolled back. */
  async function findAfter(statement: string, rows: number): Promise<readonly string[]> {
    let found: readonly string[] = [];
    const trying = db.write(async (tx) => {
      await sql.raw(statement).execute(tx);
      found = await auditLedger(tx, rows);
      throw new Undone();
    });
    await trying.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    return found;
  }

  it.each([
    ["many accounts a slice", 1000],
    ["an account with many jobs in parts", 12],
  ])("USR-10 finds an inconsistency of each kind at any position, with %s", async (_what, rows) => {
    expect(await db.read((queries) => auditLedger(queries, rows))).toEqual([]);
    for (const [source, key, change] of FAULTS) {
      const [table, ...where] = source.split(" where ");
      const { rows: counted } = await db.read((queries) =>
        sql<{ count: number }>`select count(*) as count from ${sql.raw(source)}`.execute(queries),
      );
      const count = Number(counted[0]!.count);
      expect(count).toBeGreaterThan(0);
      const middle = Math.floor(count / 2);
      // Which position it is does not depend on the database; PostgreSQL takes longer.
      const positions = isLong || engine === "sqlite" ? [0, middle, count - 1] : [middle];
      for (const at of new Set(positions)) {
        const condition = `(${key}) in (select ${key} from ${table} ${where.length > 0 ? `where ${where[0]}` : ""} order by ${key} limit 1 offset ${at})`;
        const statement =
          change === "delete"
            ? `delete from ${table} where ${condition}`
            : `update ${table} set ${change} where ${condition}`;
        const faults = await findAfter(statement, rows);
        expect([statement, faults.length > 0]).toEqual([statement, true]);
      }
    }
  });

  it("USR-10 a movement whose halves lie with two accounts is found with both", async () => {
    const faults = await findAfter(
      `update ledger_entries set user_id = (select max(id) from users), grant_id = (
          select max(id) from grants where user_id = (select max(id) from users))
        where delta > 0 and (user_id, transaction_id) in (
          select user_id, transaction_id from ledger_entries order by user_id limit 1)`,
      100,
    );
    expect(faults.filter((fault) => fault.includes("does not sum to zero"))).not.toEqual([]);
    expect(faults.filter((fault) => fault.startsWith("grant "))).toHaveLength(2);
  });
});
