import { sql } from "kysely";
import { CODE } from "#core/api/contract/shapes.ts";
import type { Db } from "../db/db.ts";
import type { Tables } from "../db/schema/tables.ts";
import type { Deps } from "../deps/deps.ts";
import { STORED_FOR } from "../http/idempotency.ts";
import { IDLE, LONGEST } from "../sessions/sessions.ts";
import type { MayContinue } from "./run-steps.ts";

/** Rows deleted per transaction: far below the number that the statement timeout allows. */
const BATCH = 1000;

interface OldRows {
  readonly table: keyof Tables;
  /** Primary key columns. */
  readonly key: readonly string[];
  /** Column with the time that determines a row's age; it is indexed, or the table is small. */
  readonly column: string;
  /** Rows up to this time, in epoch milliseconds, are deleted. */
  readonly until: number;
}

/** Expired rows. @param now epoch milliseconds */
const oldRows = (now: number): readonly OldRows[] => [
  { table: "limits", key: ["key"], column: "ends_at", until: now },
  {
    table: "codes",
    key: ["address", "purpose", "origin"],
    column: "expires_at",
    until: now - CODE.resendAfter * 1000,
  },
  { table: "tokens", key: ["hash"], column: "used_at", until: now - IDLE },
  { table: "tokens", key: ["hash"], column: "created_at", until: now - LONGEST },
  {
    table: "idempotency",
    key: ["user_id", "path", "key"],
    column: "created_at",
    until: now - STORED_FOR,
  },
  { table: "download_tickets", key: ["hash"], column: "expires_at", until: now },
  { table: "free_credits", key: ["mailbox"], column: "expires_at", until: now },
  { table: "slots", key: ["subject", "slot"], column: "until", until: now },
];

/**
 * Deletes expired rows in batches, each in its own transaction, so that completed batches remain
 * committed. The tables alternate, so that no table waits until another is finished.
 */
export async function forgetOld(
  { db, clock }: Pick<Deps, "db" | "clock">,
  mayContinue: MayContinue,
): Promise<void> {
  const failures: unknown[] = [];
  let left = oldRows(clock());
  do {
    const more: OldRows[] = [];
    for (const rows of left)
      try {
        if ((await deleteBatch(db, rows)) === BATCH) more.push(rows);
      } catch (error) {
        failures.push(error);
      }
    left = more;
  } while (left.length > 0 && (await mayContinue()));
  if (failures.length > 0) throw failures[0];
}

async function deleteBatch(
  db: Pick<Db, "write">,
  { table, key, column, until }: OldRows,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const isOld = sql`${sql.ref(column)} <= ${until}`;
  // The condition is repeated: a row may be renewed while its deletion waits for a lock.
  const { rows } = await db.write((tx) =>
    sql`delete from ${sql.table(table)} where ${isOld} and (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isOld} order by ${sql.ref(column)} limit ${sql.lit(BATCH)}
    ) returning 1 as deleted`.execute(tx),
  );
  return rows.length;
}
