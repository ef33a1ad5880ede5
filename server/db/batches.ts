import { type Kysely, sql } from "kysely";
import type { Tables, Tx } from "./schema/tables.ts";

/** Pieces of work that are committed together at most. */
const MAX_JOBS = 32;

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets pieces of work that come at the same time wait for the disk once: they run one after the
 * other in a transaction, each undone by itself when it fails, and nobody hears of any outcome,
 * neither success nor failure, before all of it is durable. For a connection on which others cannot
 * work meanwhile in any case.
 */
export function createBatches(writer: Kysely<Tables>): <T>(work: Job["work"]) => Promise<T> {
  const waiting: Job[] = [];
  let isRunning = false;
  async function run(): Promise<void> {
    while (waiting.length > 0) await runTogether(writer, waiting.splice(0, MAX_JOBS));
    isRunning = false;
  }
  return <T>(work: Job["work"]) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Job["resolve"], reject });
      if (isRunning) return;
      isRunning = true;
      // After all requests that have arrived by now have been read.
      setImmediate(() => void run());
    });
}

/** All of them have failed: what the others saw of a piece of work is not in force. */
class AllFailed extends Error {}

async function runTogether(writer: Kysely<Tables>, jobs: readonly Job[]): Promise<void> {
  const outcomes: (() => void)[] = [];
  try {
    const tx = await writer.startTransaction().execute();
    try {
      for (const job of jobs) outcomes.push(await runAlone(tx, job, jobs.length > 1));
      await tx.commit().execute();
    } catch (error) {
      await tx
        .rollback()
        .execute()
        // The error that led here is the one to tell.
        .catch(() => {});
      throw error instanceof AllFailed ? error.cause : error;
    }
  } catch (error) {
    for (const { reject } of jobs) reject(error);
    return;
  }
  for (const resolve of outcomes) resolve();
}

/** @returns tells the outcome. @throws {AllFailed} */
async function runAlone(tx: Tx, { work, ...job }: Job, isOneOfMany: boolean): Promise<() => void> {
  if (isOneOfMany) await sql`savepoint work`.execute(tx);
  try {
    const result = await work(tx);
    if (isOneOfMany) await sql`release work`.execute(tx);
    return () => job.resolve(result);
  } catch (error) {
    if (!isOneOfMany) throw new AllFailed("It was alone", { cause: error });
    try {
      await sql`rollback to work`.execute(tx);
      await sql`release work`.execute(tx);
    } catch {
      // A full disk has undone the whole transaction.
      throw new AllFailed("Nothing is left of the transaction", { cause: error });
    }
    return () => job.reject(error);
  }
}
