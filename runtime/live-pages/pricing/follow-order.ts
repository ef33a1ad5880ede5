import type { PaymentRecord } from "#core/api/contract/shapes.ts";

/** Milliseconds between two looks at an order, growing; after the last, it takes longer than usual. */
const WAITS = [1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000];

export interface FollowDeps {
  /** What has become of the order. */
  readonly ask: () => Promise<PaymentRecord["status"]>;
  /** Resolves after so many ms; rejects when the signal ends it. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told once that nothing has become of it so far. */
  readonly onPending: () => void;
}

/**
 * Looks at an order until something has become of it. Answers `pending` when it takes longer than
 * half a minute.
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
