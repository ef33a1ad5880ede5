import { sql } from "kysely";
import type { HostedCallKind } from "../db/schema/credits.ts";
import type { HostedCallName, HostedCallRunner } from "../deps/hosted-calls.ts";
import { describeError } from "../deps/log.ts";
import { type Schedule, schedule as scheduleTimer } from "../ports/clock.ts";
import { type CallRun, hasDueCall, takeCall } from "../usage/hosted-queue.ts";
import { kindsOf } from "./do-work.ts";
import { type CallDeps, CallStopped, runTraced } from "./run-call.ts";

/** Maximum calls that a process runs at the same time: each takes up to about 30 MB. */
const AT_ONCE = 30;
/** Milliseconds between two looks at the calls of other processes. */
const EVERY = 1000;
/** Milliseconds for which running calls may finish when the process ends. */
const GRACE = 10_000;

const idOf = ({ userId, key }: HostedCallName): string => `${userId} ${key}`;

/** The waits of this process, by call. */
function createWaits(schedule: Schedule) {
  const waiting = new Map<string, Set<() => void>>();
  return {
    names: (): HostedCallName[] =>
      [...waiting.keys()].map((id) => {
        const end = id.indexOf(" ");
        return { userId: id.slice(0, end), key: id.slice(end + 1) };
      }),
    end: (call: HostedCallName): void => waiting.get(idOf(call))?.forEach((end) => end()),
    endAll: (): void => {
      for (const ends of waiting.values()) for (const end of ends) end();
    },
    watch: (call: HostedCallName, milliseconds: number): ReturnType<HostedCallRunner["watch"]> => {
      const id = idOf(call);
      const ends = waiting.get(id) ?? new Set();
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = (): void => {
        cancel();
        ends.delete(stop);
        if (ends.size === 0 && waiting.get(id) === ends) waiting.delete(id);
        resolve();
      };
      const cancel = schedule(stop, milliseconds);
      waiting.set(id, ends.add(stop));
      return { changed: promise, stop };
    },
  };
}

/**
 * Calls among some that have ended, or that wait for their next run. They are pairs: lists of
 * accounts and of keys would have the database look for each key in each account.
 */
async function findChanged(
  { db, clock }: CallDeps,
  calls: readonly HostedCallName[],
): Promise<HostedCallName[]> {
  const now = clock();
  const rows = await db.read((queries) =>
    queries
      .selectFrom("hosted_calls")
      .select(["user_id", "key"])
      .where(
        sql<boolean>`(user_id, key) in (values ${sql.join(
          calls.map(({ userId, key }) => sql`(${userId}, ${key})`),
        )})`,
      )
      .where((build) => build.or([build("state", "=", "done"), build("due_at", ">", now)]))
      .execute(),
  );
  return rows.map(({ user_id: userId, key }) => ({ userId, key }));
}

/** Runs queued calls of hosted models, as many as the process can hold. */
export function createCallRunner(deps: CallDeps, schedule = scheduleTimer): HostedCallRunner {
  const kinds: readonly HostedCallKind[] = kindsOf(deps.hosted);
  const waits = createWaits(schedule);
  const running = new Set<Promise<void>>();
  const stops = new Map<string, AbortController>();
  const closing = new AbortController();
  let isClosed = false;
  let isTaking = false;
  let taking: Promise<void> = Promise.resolve();
  let isWoken = false;
  let isWatching = false;
  let cancelLook = (): void => {};

  async function run(call: CallRun): Promise<void> {
    const stopped = new AbortController();
    stops.set(idOf(call), stopped);
    try {
      await runTraced(deps, call, { stopped, closing: closing.signal });
    } catch (error) {
      // Its lease ends, and it runs again.
      deps.log("error", "hosted_call_failed", describeError(error));
    }
    if (stops.get(idOf(call)) === stopped) stops.delete(idOf(call));
    waits.end(call);
  }

  async function takeCalls(): Promise<void> {
    if (kinds.length === 0) return;
    while (!isClosed && running.size < AT_ONCE) {
      const isDue = await deps.db.read((queries) => hasDueCall(queries, kinds, deps.clock()));
      // Otherwise it might take a call that it has just given back.
      if (!isDue || isClosed) return;
      const call = await takeCall(deps, kinds);
      if (!call) return;
      const done = run(call).finally(() => {
        running.delete(done);
        // The account has room for its next call, and so has this process.
        wake();
      });
      running.add(done);
    }
  }

  function wake(): void {
    isWoken = true;
    if (isTaking) return;
    isTaking = true;
    taking = (async () => {
      try {
        while (isWoken && !isClosed) {
          isWoken = false;
          await takeCalls();
        }
      } catch (error) {
        deps.log("warn", "hosted_queue_unavailable", describeError(error));
      } finally {
        isTaking = false;
      }
    })();
  }

  function look(): void {
    wake();
    if (!isClosed) cancelLook = schedule(look, EVERY);
  }

  /** Ends waits for calls of other processes, with one query a second for all of them. */
  function watchOthers(): void {
    if (isWatching) return;
    isWatching = true;
    schedule(() => {
      isWatching = false;
      const names = waits.names();
      if (names.length === 0) return;
      findChanged(deps, names)
        .then((changed) => changed.forEach(waits.end))
        .catch((error: unknown) =>
          deps.log("warn", "hosted_queue_unavailable", describeError(error)),
        )
        .finally(watchOthers);
    }, EVERY);
  }

  return {
    wake,
    stop: (call) => {
      const stopped = stops.get(idOf(call));
      if (stopped) stopped.abort(new CallStopped());
    },
    start: () => (kinds.length > 0 ? look() : undefined),
    watch: (call, milliseconds) => {
      watchOthers();
      return waits.watch(call, milliseconds);
    },
    isClosed: () => isClosed,
    close: async (grace = GRACE) => {
      isClosed = true;
      cancelLook();
      waits.endAll();
      if (grace === 0) closing.abort();
      const cancel = schedule(() => closing.abort(), grace);
      // It may have taken a call that is not among the running ones yet.
      await taking;
      await Promise.all(running);
      cancel();
    },
  };
}
