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

/** Milliseconds for which work that loses its races is tried again. */
const RACING = 10_000;
/** Tries while the database cannot be reached. */
const ATTEMPTS = 5;

/** Share of the connections to a PostgreSQL that only read. */
const READING = 0.4;

/**
 * Opens the database and brings its schema up to date.
 * @throws {DatabaseUnavailable} DatabaseReadOnly where nothing can be written
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

/** Reading waits for no lock: it has connections that those who wait for one cannot take. */
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

/** @param isDirect false: limits hold in transactions alone, and reads are one, too */
function createDb(
  engine: Db["engine"],
  reader: Kysely<Tables>,
  writer: Kysely<Tables>,
  isDirect = true,
): Db {
  // Each commit of SQLite waits for the disk, and everything with it; a PostgreSQL gathers by itself.
  const transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> =
    engine === "sqlite" ? createBatches(writer) : (work) => transact(writer, work);
  const inside = new AsyncLocalStorage<true>();
  const forbidNesting = (): void => {
    // On SQLite it would wait for itself for ever; on PostgreSQL it would see another state.
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

/** Mark on an error after which nobody knows whether the transaction is in force. */
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
    // The error that led here is the one to tell; a connection without answer is thrown away.
    .catch(() => {});

/** What callers are told where the database, and not the work, is at fault. */
function unavailable(error: unknown, kind: "read" | "write"): DatabaseUnavailable | null {
  // Work that only reads and writes all the same is at fault by itself.
  if (kind === "write" && isUnwritable(error))
    return new DatabaseReadOnly("The database cannot be written to", { cause: error });
  if (isLost(error) || isRace(error) || isStuck(error) || isDiskFault(error))
    return new DatabaseUnavailable("The database is not available", { cause: error });
  return null;
}

/** Does work again that has had no effect. @throws {DatabaseUnavailable} */
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
