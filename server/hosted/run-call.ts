import { setTimeout as pause } from "node:timers/promises";
import { DatabaseUnavailable } from "../db/db.ts";
import type { Deps } from "../deps/deps.ts";
import { describeError } from "../deps/log.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { schedule } from "../ports/clock.ts";
import {
  type CallName,
  type CallRun,
  beginHostedCall,
  CALL_BEAT,
  extendHostedCall,
  releaseHostedCall,
  settleHostedCall,
} from "../usage/hosted-calls.ts";

/** Milliseconds before each retry of settling a call while the database is unavailable. */
const SETTLE_DELAYS = [250, 750, 2000, 4000, 8000, 15_000, 15_000, 15_000] as const;

/**
 * Ends a failed call. What cannot be released now is released by the sweep, and the failure of the
 * call itself is the one that its client has to know.
 */
async function release(deps: Deps, call: CallRun): Promise<void> {
  try {
    await deps.db.write((tx) => releaseHostedCall(tx, deps, call));
  } catch (error) {
    // The job was deleted with its account.
    if (error instanceof ApiFailure) return;
    deps.log("warn", "hosted_release_failed", describeError(error));
  }
}

/** Ends a successful call. Its answer exists already, so that a brief outage must not lose it. */
async function settle(deps: Deps, call: CallRun): Promise<void> {
  for (let tried = 0; ; tried++)
    try {
      const isCounted = await deps.db.write((tx) => settleHostedCall(tx, deps, call));
      if (!isCounted) deps.log("warn", "hosted_call_uncounted", { usage: call.usageId });
      return;
    } catch (error) {
      const delay = SETTLE_DELAYS[tried];
      if (delay === undefined || !(error instanceof DatabaseUnavailable)) throw error;
      await pause(delay, undefined, { ref: false });
    }
}

/** Extends the lease of a call until it is stopped. @returns stops it, and waits for the last one */
function keepAlive(deps: Deps, call: CallRun): () => Promise<void> {
  let extending: Promise<unknown> = Promise.resolve();
  const beat = (): void => {
    cancel = schedule(beat, CALL_BEAT);
    // The next extension comes before the lease ends.
    extending = deps.db.write((tx) => extendHostedCall(tx, deps, call)).catch(() => {});
  };
  let cancel = schedule(beat, CALL_BEAT);
  return async () => {
    cancel();
    await extending;
  };
}

/** Asks a model, and stops waiting after the time even if the model ignores its signal. */
async function askInTime<T>(ask: (signal: AbortSignal) => Promise<T>, time: number): Promise<T> {
  const signal = AbortSignal.timeout(time);
  const late = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => late.reject(signal.reason as Error));
  return await Promise.race([ask(signal), late.promise]);
}

/** Counts a call, asks the model, and settles or releases the count. */
export async function runCall<T>(
  deps: Deps,
  name: CallName,
  {
    work,
    time,
    ask,
  }: {
    readonly work: { readonly requested: number; readonly margin: number };
    readonly time: number;
    readonly ask: (signal: AbortSignal, seconds: number) => Promise<T>;
  },
): Promise<T> {
  const call = await deps.db.write((tx) => beginHostedCall(tx, deps, name, work));
  const stop = keepAlive(deps, call);
  let answer: T;
  try {
    answer = await askInTime((signal) => ask(signal, call.milliseconds / 1000), time);
  } catch (error) {
    // An extension that ends later would keep the row from being released.
    await stop();
    await release(deps, call);
    throw error;
  }
  try {
    await settle(deps, call);
  } finally {
    await stop();
  }
  return answer;
}
