import { sql } from "kysely";
import type { Clock } from "../ports/clock.ts";
import { type Db, DatabaseReadOnly } from "../db/db.ts";
import type { Tx } from "../db/schema/tables.ts";

/** Milliseconds in which a working database answers. */
const DATABASE_TIME = 3000;
/** Milliseconds for which an answer is not asked for again: anybody can ask. */
const LASTS = 1000;

/** Why a server takes no requests. */
export type Lack = "ending" | "read-only" | "unavailable";

/** Whether a server takes requests. */
export interface Readiness {
  /** Null: it does. */
  readonly lack: () => Promise<Lack | null>;
  /** From now on it does not: who sends them is to send them elsewhere. */
  readonly end: () => void;
}

export function createReadiness({ db, clock }: { db: Db; clock: Clock }): Readiness {
  let isEnding = false;
  let known: { readonly lack: Promise<Lack | null>; readonly until: number } | null = null;
  /** Reads and commits: a full disk is noticed by writing alone. */
  const tryToWrite = (): Promise<Lack | null> =>
    db
      .write(async (tx) => {
        await tx
          .insertInto("probes")
          .values({ id: 1, at: clock() })
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ at: clock() }))
          .execute();
        if (db.engine === "postgres") await reserveSpace(tx);
      })
      .then(
        () => null,
        (error: unknown) => (error instanceof DatabaseReadOnly ? "read-only" : "unavailable"),
      );
  return {
    lack: async () => {
      if (isEnding) return "ending";
      const now = clock();
      if (known === null || known.until <= now)
        known = { lack: inTime(tryToWrite()), until: now + LASTS };
      const lack = await known.lack;
      return isEnding ? "ending" : lack;
    },
    end: () => void (isEnding = true),
  };
}

/**
 * Has a PostgreSQL write a temporary file of about 300 kB, which is gone afterwards. The row of the probe is replaced
 * where it lies, which goes on for long on a disk that has no room for any other.
 */
async function reserveSpace(tx: Tx): Promise<void> {
  await sql`set local work_mem = 64`.execute(tx);
  await sql`set local temp_tablespaces = ''`.execute(tx);
  await sql`select count(*) from generate_series(1, 10000)`.execute(tx);
}

/** What comes too late counts as nothing. */
async function inTime(check: Promise<Lack | null>): Promise<Lack | null> {
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<Lack>((resolve) => {
    late = setTimeout(() => resolve("unavailable"), DATABASE_TIME);
  });
  try {
    return await Promise.race([check, patience]);
  } finally {
    clearTimeout(late);
  }
}
