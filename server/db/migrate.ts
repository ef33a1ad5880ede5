import { sql } from "kysely";
import type { Db } from "./db.ts";
import type { Tx } from "./schema/tables.ts";
import * as m001 from "./migrations/001-initial.ts";
import * as m002 from "./migrations/002-payments.ts";
import * as m003 from "./migrations/003-codes.ts";
import * as m004 from "./migrations/004-ratings.ts";
import * as m005 from "./migrations/005-download-slots.ts";
import * as m006 from "./migrations/006-probes.ts";
import * as m007 from "./migrations/007-outbox.ts";
import * as m008 from "./migrations/008-hosted-seconds.ts";
import * as m009 from "./migrations/009-second-factors.ts";
import * as m010 from "./migrations/010-podcast-feeds.ts";
import * as m011 from "./migrations/011-free-credits.ts";
import * as m012 from "./migrations/012-paid-work.ts";
import * as m013 from "./migrations/013-slots-and-totals.ts";
import * as m014 from "./migrations/014-sweeps.ts";
import * as m015 from "./migrations/015-jobs.ts";
import * as m016 from "./migrations/016-job-files.ts";
import * as m017 from "./migrations/017-workers.ts";
import * as m018 from "./migrations/018-announcements.ts";
import * as m019 from "./migrations/019-consents.ts";
import * as m020 from "./migrations/020-creation-keys.ts";
import * as m021 from "./migrations/021-hosted-calls.ts";
import * as m022 from "./migrations/022-hosted-queue.ts";
import * as m023 from "./migrations/023-unfinished-hosted-calls.ts";
import * as m024 from "./migrations/024-hosted-traces.ts";

/** A schema migration: applied once to each database, in order of the names. */
export interface Migration {
  /** Number and name, the same as the file name. */
  readonly name: string;
  readonly up: (tx: Tx, engine: Db["engine"]) => Promise<void>;
}

const MIGRATIONS: readonly Migration[] = [
  m001,
  m002,
  m003,
  m004,
  m005,
  m006,
  m007,
  m008,
  m009,
  m010,
  m011,
  m012,
  m013,
  m014,
  m015,
  m016,
  m017,
  m018,
  m019,
  m020,
  m021,
  m022,
  m023,
  m024,
];

/** An arbitrary lock id, the same in all processes. */
const LOCK = 7_412_309;

/**
 * Applies all pending migrations in one transaction that other processes wait for.
 * @throws if the database has a migration that is unknown to this version
 */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<void> {
  await db.write(async (tx) => {
    if (db.engine === "postgres") {
      // Concurrent processes wait for the first one, and migrations may take any amount of time.
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    }
    await sql`create table if not exists migrations (name text primary key)`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
    const done = new Set(rows.map(({ name }) => name));
    const foreign = [...done].filter((name) => !migrations.some((known) => known.name === name));
    if (foreign.length > 0)
      throw new Error(
        `The database has been used by a newer version of this program (${foreign.join(", ")}). Start that version, or restore a backup.`,
      );
    for (const { name, up } of migrations) {
      if (done.has(name)) continue;
      await up(tx, db.engine);
      await sql`insert into migrations (name) values (${name})`.execute(tx);
    }
  });
}
