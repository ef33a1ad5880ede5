import { ApiError } from "../../services/api/api-error.ts";
import type { HostedCall } from "../../contract/hosted.ts";

/** Maximum number of attempts. */
const TRIES = 3;
/**
 * Delay in seconds before the second attempt, unless the response specifies it; doubled for the
 * third.
 */
const REST = 2;
/** Maximum delay in seconds: longer ones fail the job at once. */
const MAX_DELAY = 60;

/** Seconds after which a retry may succeed; null if it will not. */
function waitOf(error: unknown, tried: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const { status, key, retryAfter } = error;
  // The model has responded with unusable output: a retry would be charged, too.
  if (key === "hosted_unusable") return null;
  if (status !== 0 && status !== 429 && status < 500 && !isInFlight(error)) return null;
  const wait = retryAfter ?? REST * tried;
  return wait <= MAX_DELAY ? wait : null;
}

/** Whether the answer of an earlier attempt was lost while the server still works on it. */
const isInFlight = (error: unknown): boolean =>
  error instanceof ApiError && error.key === "key_in_flight";

/**
 * Calls a hosted model, with retries while it is busy or unreachable.
 * @param ask gets an idempotency key, the same for all attempts, so that they count once
 */
export async function askAgain<T>(
  ask: (key: string) => Promise<T>,
  { signal, onWait }: Pick<HostedCall, "signal" | "onWait">,
  /** Called with the delay, in seconds. */
  wait: (seconds: number, signal: AbortSignal) => Promise<void> = rest,
): Promise<T> {
  const key = crypto.randomUUID();
  for (let tried = 1; ; tried++)
    try {
      return await ask(key);
    } catch (error) {
      const isWorkedOn = isInFlight(error);
      const seconds = isWorkedOn || tried < TRIES ? waitOf(error, tried) : null;
      if (seconds === null) throw error;
      // The server ends each call in time, so this ends, too.
      if (isWorkedOn) tried--;
      signal.throwIfAborted();
      const until = Date.now() + 1000 * seconds;
      onWait?.(until);
      await wait(seconds, signal);
      onWait?.(null);
      signal.throwIfAborted();
    }
}

const rest = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, 1000 * seconds);
    signal.addEventListener("abort", end);
  });
