import type { PaymentRecord } from "#core/api/contract/shapes.ts";

/**
 * Increasing intervals between status requests in ms; after the last, the payment counts as
 * delayed.
 */
const WAITS = [1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000];

export interface FollowDeps {
  /** Requests the status of the order. */
  readonly ask: () => Promise<PaymentRecord["status"]>;
  /** Resolves after a delay in ms; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called once if the first status is still pending. */
  readonly onPending: () => void;
}

/**
 * Polls the status of an order until it is final. Resolves to `pending` after about half a minute.
 * @throws {ApiError} @throws {DOMException} AbortError
 */
export async function followOrder(
  { ask, wait, onPending }: FollowDeps,
  signal: AbortSignal,
): Promise<PaymentRecord["status"]> {
  for (const [turn, ms] of WAITS.entries()) {
    const status = await ask();
    signal.throwIfAborted();
    if (status !== "pending") return status;
    if (turn === 0) onPending();
    await wait(ms, signal);
  }
  return ask();
}
