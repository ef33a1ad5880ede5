import { type Kysely, sql } from "kysely";
import type { Tables, Tx } from "./schema/tables.ts";

const MAX_JOBS = 32;

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: jobs that arrive at the same time share one transaction and one disk sync. They run
 * sequentially, each with its own savepoint, and no job's result, success or failure, is reported
 * before the transaction is durable. Intended for a connection that is exclusive in any case.
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
      // Runs after all requests that have arrived have been read.
      setImmediate(() => void run());
    });
}

/** The whole transaction failed: effects that jobs saw of each other were rolled back. */
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
        // Report the original error.
        .catch(() => {});
      throw error instanceof AllFailed ? error.cause : error;
    }
  } catch (error) {
    for (const { reject } of jobs) reject(error);
    return;
  }
  for (const resolve of outcomes) resolve();
}

/** @returns settles the job's promise. @throws {AllFailed} */
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
      // A full disk has rolled back the whole transaction.
      throw new AllFailed("Nothing is left of the transaction", { cause: error });
    }
    return () => job.reject(error);
  }
}
