import { sql } from "kysely";
import type { Clock } from "../ports/clock.ts";
import { type Db, DatabaseReadOnly } from "../db/db.ts";
import type { Tx } from "../db/schema/tables.ts";

/** Milliseconds in which a working database responds. */
const DATABASE_TIME = 3000;
/** Milliseconds for which a result is cached, because the endpoint is public. */
const LASTS = 1000;

/** Reason why a server accepts no requests. */
export type Lack = "ending" | "read-only" | "unavailable";

export interface Readiness {
  /** Null: the server is ready. */
  readonly lack: () => Promise<Lack | null>;
  /**
   * Reports the server as not ready from now on, so that load balancers send requests elsewhere.
   */
  readonly end: () => void;
}

export function createReadiness({ db, clock }: { db: Db; clock: Clock }): Readiness {
  let isEnding = false;
  let known: { readonly lack: Promise<Lack | null>; readonly until: number } | null = null;
  /** Reads and commits, because only a write detects a full disk. */
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
 * Makes PostgreSQL write a temporary file of about 300 kB, which is deleted afterwards. The probe's
 * row is updated in place, which keeps succeeding for a long time on a disk that is full.
 */
async function reserveSpace(tx: Tx): Promise<void> {
  await sql`set local work_mem = 64`.execute(tx);
  await sql`set local temp_tablespaces = ''`.execute(tx);
  await sql`select count(*) from generate_series(1, 10000)`.execute(tx);
}

/** Treats a timeout as an unavailable database. */
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
