import { setTimeout as pause } from "node:timers/promises";
import { DatabaseUnavailable } from "../db/db.ts";
import type { HostedContents, HostedFault } from "../db/schema/credits.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { schedule } from "../ports/clock.ts";
import { HostedError } from "../ports/hosted-models.ts";
import type { Span } from "../ports/tracer.ts";
import { failCall, settleCall } from "../usage/end-hosted-calls.ts";
import { CALL_RUNS } from "../usage/hosted-calls.ts";
import {
  type CallRun,
  CALL_BEAT,
  extendCall,
  queueAgain,
  storeRunTrace,
} from "../usage/hosted-queue.ts";
import { openContent, readWhole, sealContent } from "./contents.ts";
import { doWork, TIMES } from "./do-work.ts";

export type CallDeps = Pick<
  Deps,
  "db" | "clock" | "ids" | "random" | "settings" | "log" | "hosted" | "tracer"
>;

/** Milliseconds before each retry of settling a call while the database is unavailable. */
const SETTLE_DELAYS = [250, 750, 2000, 4000, 8000, 15_000, 15_000, 15_000] as const;
/**
 * Milliseconds before each further run after a failure, unless the endpoint names a longer time:
 * together, they span an outage of three minutes.
 */
const RUN_DELAYS = [5000, 15_000, 30_000, 60_000, 90_000] as const;
/** Maximum milliseconds that an endpoint may name. */
const MAX_DELAY = 300_000;

/** A run is stopped because it was canceled, or belongs to another process now. */
export class CallStopped extends Error {}

/** Ends a failed call. What cannot be ended now runs again, or ends when its time is over. */
async function fail(deps: CallDeps, call: CallRun, fault: HostedFault): Promise<void> {
  await unlessDeleted(deps, () => deps.db.write((tx) => failCall(tx, deps, call, fault)));
}

async function unlessDeleted(deps: CallDeps, end: () => Promise<unknown>): Promise<void> {
  try {
    await end();
  } catch (error) {
    // The job was deleted with its account.
    if (error instanceof ApiFailure) return;
    deps.log("warn", "hosted_release_failed", describeError(error));
  }
}

/** Ends a successful call. Its result exists already, so that a brief outage must not lose it. */
async function settle(deps: CallDeps, call: CallRun, result: HostedContents): Promise<void> {
  for (let tried = 0; ; tried++)
    try {
      await deps.db.write((tx) => settleCall(tx, deps, call, result));
      return;
    } catch (error) {
      const delay = SETTLE_DELAYS[tried];
      if (delay === undefined || !(error instanceof DatabaseUnavailable)) throw error;
      await pause(delay, undefined, { ref: false });
    }
}

/**
 * Extends the lease of a run until it is stopped.
 * @param onLost called when the run has been canceled, or is not the call's any more
 * @returns stops it, and waits for all extensions
 */
function keepAlive(deps: CallDeps, call: CallRun, onLost: () => void): () => Promise<void> {
  let extending: Promise<unknown> = Promise.resolve();
  const beat = (): void => {
    cancel = schedule(beat, CALL_BEAT);
    const extension = deps.db
      .write((tx) => extendCall(tx, deps, call))
      .then((isOurs) => void (isOurs || onLost()))
      // The next extension comes before the lease ends.
      .catch(() => {});
    // A slow database may still have an earlier one to do.
    extending = Promise.all([extending, extension]);
  };
  let cancel = schedule(beat, CALL_BEAT);
  return async () => {
    cancel();
    await extending;
  };
}

/** Does work until a signal is aborted, even if the work ignores the signal. */
async function untilAborted<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort);
  try {
    signal.throwIfAborted();
    return await Promise.race([work(signal), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Milliseconds until a failed call may run again; null if it has failed for good. */
function delayOf(error: unknown, run: number): number | null {
  const after = error instanceof HostedError ? (error.retryAfter ?? 0) : 0;
  const delay = Math.max(RUN_DELAYS[run - 1] ?? Infinity, 1000 * after);
  return run < CALL_RUNS && delay <= MAX_DELAY ? delay : null;
}

/** Queues a failed call again, or ends it. */
async function afterFailure(deps: CallDeps, call: CallRun, error: unknown): Promise<void> {
  if (error instanceof CallStopped) return await fail(deps, call, "canceled");
  deps.log("warn", "hosted_model_failed", describeError(error));
  if (error instanceof HostedError && error.isUnusable) return await fail(deps, call, "unusable");
  const delay = delayOf(error, call.run);
  if (delay === null) return await fail(deps, call, "unavailable");
  await queueOrEnd(deps, call, deps.clock() + delay);
}

async function queueOrEnd(deps: CallDeps, call: CallRun, dueAt: number): Promise<void> {
  let isQueued = true;
  await unlessDeleted(deps, async () => {
    isQueued = await deps.db.write((tx) => queueAgain(tx, call, dueAt));
  });
  if (!isQueued) await fail(deps, call, "canceled");
}

/** Stores the trace context of a run: if its process is killed, its span is never sent. */
async function rememberSpan(deps: CallDeps, call: CallRun, { traceparent }: Span): Promise<void> {
  if (traceparent === null) return;
  try {
    await deps.db.write((tx) => storeRunTrace(tx, call, traceparent));
  } catch (error) {
    // A call does not fail because of its trace.
    deps.log("warn", "trace_not_stored", describeError(error));
  }
}

/**
 * Runs a call as `runCall` does, in a span that is part of the trace of the request that created the
 * call, and linked to the run before.
 */
export const runTraced = (deps: CallDeps, call: CallRun, options: RunOptions): Promise<void> =>
  deps.tracer.span(
    "hosted call",
    {
      parent: call.traceparent,
      link: call.lastTraceparent,
      attributes: { "hosted.kind": call.kind, "hosted.run": call.run },
    },
    async (span) => {
      await rememberSpan(deps, call, span);
      await runCall(deps, call, options);
    },
  );

interface RunOptions {
  /** Aborted with `CallStopped` when the run is canceled, or is not the call's any more. */
  readonly stopped: AbortController;
  /** Aborted when the process has to give the call back. */
  readonly closing: AbortSignal;
  /** Milliseconds in which a model has to respond, by kind. */
  readonly times?: typeof TIMES;
}

/**
 * Runs a call: has a model do its work, and settles its count with the result, queues it again, or
 * releases its count.
 */
export async function runCall(
  deps: CallDeps,
  call: CallRun,
  { stopped, closing, times = TIMES }: RunOptions,
): Promise<void> {
  const { userId: user_id, key, usageId: usage_id, kind, milliseconds } = call;
  const stop = keepAlive(deps, call, () => stopped.abort(new CallStopped()));
  let result: Uint8Array;
  try {
    const stored = await openContent(deps, call, "input");
    // Its job has ended, or its account was deleted.
    if (!stored) throw new CallStopped();
    const input = await readWhole(stored);
    const ending = AbortSignal.any([stopped.signal, closing, AbortSignal.timeout(times[kind])]);
    result = await deps.tracer.span("call model", {}, () =>
      untilAborted(ending, (signal) =>
        doWork(deps.hosted, { kind, input, seconds: milliseconds / 1000, signal }),
      ),
    );
  } catch (error) {
    // An extension that ends later would keep the call from being queued.
    await stop();
    if (closing.aborted) await queueOrEnd(deps, call, deps.clock());
    else await afterFailure(deps, call, error);
    return;
  }
  try {
    const role = "result";
    await settle(deps, call, sealContent(deps, { user_id, key, usage_id, role }, result));
  } finally {
    await stop();
  }
}
