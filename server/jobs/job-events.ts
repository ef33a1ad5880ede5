import { setTimeout as pauseFor } from "node:timers/promises";
import type { Db } from "../db/db.ts";
import { type Log, describeError } from "../deps/log.ts";
import type { JobEvents, JobListener } from "../deps/job-events.ts";
import { ApiFailure } from "../http/api-failure.ts";

/** Milliseconds between two looks at the jobs of all listeners. */
const EVERY = 1000;
/**
 * Milliseconds by which clocks of processes may differ: a change is found although its time is
 * that of another clock.
 */
const SKEW = 60_000;
/** Streams of an account in one process. */
const MAX_STREAMS = 10;
/** Seconds until a client with too many streams may retry. */
const RETRY = 10;

interface EventDeps {
  readonly db: Db;
  readonly clock: () => number;
  readonly log: Log;
}

/** Watches the jobs of all listening accounts of this process with one query. */
export function createJobEvents(
  { db, clock, log }: EventDeps,
  pause: (milliseconds: number) => Promise<unknown> = (time) =>
    pauseFor(time, undefined, { ref: false }),
): JobEvents {
  const listeners = new Map<string, Set<JobListener>>();
  let isWatching = false;

  async function watch(): Promise<void> {
    while (listeners.size > 0) {
      await pause(EVERY);
      try {
        await look();
      } catch (error) {
        log("warn", "job_events_failed", describeError(error));
      }
    }
    isWatching = false;
  }

  async function look(): Promise<void> {
    const accounts = [...listeners.keys()];
    if (accounts.length === 0) return;
    const rows = await db.read((queries) =>
      queries
        .selectFrom("jobs")
        .selectAll()
        .where("user_id", "in", accounts)
        .where("changed_at", ">=", clock() - SKEW)
        .orderBy("changed_at")
        .execute(),
    );
    for (const [userId, jobs] of Map.groupBy(rows, ({ user_id }) => user_id))
      for (const listener of listeners.get(userId) ?? []) listener(jobs);
  }

  return {
    listen: (userId, listener) => {
      const own = listeners.get(userId) ?? new Set();
      if (own.size >= MAX_STREAMS) throw new ApiFailure("too_many_tries", { retryAfter: RETRY });
      listeners.set(userId, own.add(listener));
      if (!isWatching) {
        isWatching = true;
        void watch();
      }
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
    close: () => {
      for (const own of listeners.values()) for (const listener of own) listener(null);
    },
  };
}
