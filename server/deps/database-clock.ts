import { sql } from "kysely";
import { type Log, describeError } from "./log.ts";
import { type Clock, schedule as scheduleTimer } from "../ports/clock.ts";
import type { Db } from "../db/db.ts";

/** Milliseconds between two measurements. */
const EVERY = 60_000;
/** Maximum milliseconds that a measurement may take: a longer one is too inaccurate. */
const MAX_ROUND_TRIP = 1000;
/** Milliseconds below which a difference is that of the measurement. */
const PRECISION = 50;
/** Milliseconds by which a clock may be off without a report. */
const TOLERANCE = 5000;

/** Epoch milliseconds of the database server. */
export const readDatabaseTime = async (db: Pick<Db, "read">): Promise<number> =>
  await db.read(async (queries) => {
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(queries);
    return Number(rows[0]!.now);
  });

interface ClockOptions {
  readonly log: Log;
  /** The clock of this process. */
  readonly now?: Clock;
  readonly schedule?: typeof scheduleTimer;
  readonly readTime?: (db: Pick<Db, "read">) => Promise<number>;
}

/**
 * The clock that all processes on a database share: leases and due times that one process writes are
 * compared by others, whose own clocks may differ. With PostgreSQL it is that of the database server,
 * measured once a minute; processes on a SQLite file are on one machine.
 */
export async function openDatabaseClock(
  db: Pick<Db, "engine" | "read">,
  { log, now = Date.now, schedule = scheduleTimer, readTime = readDatabaseTime }: ClockOptions,
): Promise<{ readonly clock: Clock; readonly close: () => void }> {
  if (db.engine === "sqlite") return { clock: now, close: () => {} };
  let offset = 0;
  let cancel = (): void => {};
  let isClosed = false;

  async function measure(): Promise<void> {
    const start = now();
    const time = await readTime(db);
    const end = now();
    if (end - start > MAX_ROUND_TRIP) return;
    const measured = Math.round(time - (start + end) / 2);
    if (Math.abs(measured - offset) < PRECISION) return;
    offset = measured;
    if (Math.abs(offset) > TOLERANCE) log("warn", "clock_differs", { milliseconds: offset });
  }

  function measureLater(): void {
    cancel = schedule(() => {
      measure()
        .catch((error: unknown) => log("warn", "clock_unavailable", describeError(error)))
        .finally(() => void (isClosed || measureLater()));
    }, EVERY);
  }

  await measure();
  measureLater();
  return {
    clock: () => now() + offset,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
