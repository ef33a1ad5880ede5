import { ApiError } from "../../services/api/api-error.ts";

export interface OnlineOptions {
  readonly signal: AbortSignal;
  /** Called when it starts or stops waiting for the network. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** Whether an error means that there is no network. */
export const isOffline = (error: unknown): boolean =>
  !navigator.onLine || (error instanceof ApiError && error.key === "offline");

/** Waits until the browser is online. */
async function waitUntilOnline({ signal, onWaiting }: OnlineOptions): Promise<void> {
  if (navigator.onLine) return;
  onWaiting(true);
  try {
    await new Promise<void>((resolve, reject) => {
      const back = (): void => resolve();
      addEventListener("online", back, { once: true, signal });
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    onWaiting(false);
  }
}

/**
 * Waits for the network, then runs the work and aborts it when the network is lost: a dead
 * connection may stay silent for a long time.
 * @throws {ApiError} `offline`, and what `work` throws
 */
export async function whileOnline<T>(
  options: OnlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  await waitUntilOnline(options);
  const left = new AbortController();
  const leave = (): void => left.abort();
  addEventListener("offline", leave);
  try {
    return await work(AbortSignal.any([options.signal, left.signal]));
  } catch (error) {
    options.signal.throwIfAborted();
    throw left.signal.aborted ? new ApiError("", { key: "offline", cause: error }) : error;
  } finally {
    removeEventListener("offline", leave);
  }
}

/** Runs work that needs the network, and again whenever the network returns after it was lost. */
export async function onceOnline<T>(
  options: OnlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await whileOnline(options, work);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!isOffline(error)) throw error;
    }
  }
}
