import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { createBatches } from "./batches.ts";
import {
  type ConnectionCounts,
  type DatabaseSettings,
  type Db,
  DatabaseReadOnly,
  DatabaseUnavailable,
} from "./db.ts";
import { isDiskFault, isLost, isRace, isStuck, isUnwritable } from "./failures.ts";
import { migrate } from "./migrate.ts";
import { openPostgres, takesLimits } from "./open-postgres.ts";
import { emptyLog, openSqlite } from "./open-sqlite.ts";
import type { Tables, Tx } from "./schema/tables.ts";

/** Milliseconds for which transactions are retried after conflicts. */
const RACING = 10_000;
/** Number of attempts while the database is unreachable. */
const ATTEMPTS = 5;

/** Fraction of the PostgreSQL connections that are reserved for reads. */
const READING = 0.4;

/**
 * Opens the database and migrates its schema.
 * @throws {DatabaseUnavailable} DatabaseReadOnly if nothing can be written
 */
export async function openDb(
  settings: DatabaseSettings,
  onError: (error: Error) => void,
): Promise<Db> {
  const { url, file, connections } = settings;
  const db = url === null ? openFile(file) : await openPools(url, { connections, onError });
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

function openFile(file: string): Db {
  try {
    const { reader, writer } = openSqlite(file);
    const purge = async (): Promise<void> => void (await emptyLog(writer));
    return { ...createDb("sqlite", reader, writer), purge };
  } catch (error) {
    throw unavailable(error, "write") ?? error;
  }
}

/**
 * Reads do not wait for locks: they have their own connections, which writers waiting for a lock
 * cannot exhaust.
 */
async function openPools(
  url: string,
  { connections, onError }: { readonly connections: number; onError: (error: Error) => void },
): Promise<Db> {
  const isDirect = await persist(() => takesLimits(url), "read");
  const open = (count: number) =>
    openPostgres(url, { connections: count, onError, takesLimits: isDirect });
  const reading = Math.floor(connections * READING);
  const writer = open(connections - reading);
  const reader = reading > 0 ? open(reading) : writer;
  const count = (kind: ConnectionCounts["kind"], pool: typeof writer.pool): ConnectionCounts => ({
    kind,
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return {
    ...createDb("postgres", reader.queries, writer.queries, isDirect),
    connections: () => [
      count("write", writer.pool),
      ...(reader === writer ? [] : [count("read", reader.pool)]),
    ],
  };
}

/** @param isDirect false: timeouts only apply inside transactions, so reads need one, too */
function createDb(
  engine: Db["engine"],
  reader: Kysely<Tables>,
  writer: Kysely<Tables>,
  isDirect = true,
): Db {
  // Each SQLite commit blocks the process until the disk sync; PostgreSQL has its own group commit.
  const transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> =
    engine === "sqlite" ? createBatches(writer) : (work) => transact(writer, work);
  const inside = new AsyncLocalStorage<true>();
  const forbidNesting = (): void => {
    // SQLite would deadlock; PostgreSQL would read a different snapshot.
    if (inside.getStore()) throw new Error("Use the transaction's own queries inside of it");
  };
  return {
    engine,
    read: async (work) => {
      forbidNesting();
      return await persist(
        () =>
          isDirect ? work(reader) : reader.transaction().setAccessMode("read only").execute(work),
        "read",
      );
    },
    write: async (work) => {
      forbidNesting();
      return await persist(() => transaction((tx) => inside.run(true, () => work(tx))), "write");
    },
    close: async () => {
      await reader.destroy();
      if (writer !== reader) await writer.destroy();
    },
  };
}

/** Marks an error after which the outcome of the transaction is unknown. */
interface Committing {
  wasCommitting?: true;
}

async function transact<T>(writer: Kysely<Tables>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await writer.startTransaction().execute();
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    await rollBack(tx);
    throw error;
  }
  try {
    await tx.commit().execute();
  } catch (error) {
    await rollBack(tx);
    throw isLost(error)
      ? Object.assign(error as Error & Committing, { wasCommitting: true })
      : error;
  }
  return result;
}

const rollBack = (tx: { rollback: () => { execute: () => Promise<unknown> } }): Promise<unknown> =>
  tx
    .rollback()
    .execute()
    // Report the original error; a connection that does not respond is discarded.
    .catch(() => {});

/** Maps an error caused by the database, rather than by the callback, to the error for callers. */
function unavailable(error: unknown, kind: "read" | "write"): DatabaseUnavailable | null {
  // A read callback that writes is a bug of the caller.
  if (kind === "write" && isUnwritable(error))
    return new DatabaseReadOnly("The database cannot be written to", { cause: error });
  if (isLost(error) || isRace(error) || isStuck(error) || isDiskFault(error))
    return new DatabaseUnavailable("The database is not available", { cause: error });
  return null;
}

/** Retries a transaction that had no effect. @throws {DatabaseUnavailable} */
async function persist<T>(work: () => Promise<T>, kind: "read" | "write"): Promise<T> {
  const until = performance.now() + RACING;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const mayTryAgain = isRace(error)
        ? performance.now() < until
        : isLost(error) && attempt < ATTEMPTS && !(error as Committing).wasCommitting;
      if (mayTryAgain) {
        await pause(Math.random() * Math.min(400, 10 * 2 ** attempt));
        continue;
      }
      throw unavailable(error, kind) ?? error;
    }
  }
}
