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
/** Maximum delay in seconds while the server works on an earlier attempt: each sends the whole input. */
const MAX_DELAY_IN_FLIGHT = 20;
/** Seconds of these delays after which a call fails: longer than the server lets any call run. */
const MAX_IN_FLIGHT = 400;

/** Seconds after which a retry may succeed; null if it will not. */
function waitOf(error: unknown, tried: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const { status, key, retryAfter } = error;
  // The model has responded with unusable output: a retry would most likely give the same.
  if (key === "hosted_unusable") return null;
  if (status !== 0 && status !== 429 && status < 500) return null;
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
  let delay = REST;
  let inFlight = 0;
  for (let tried = 1; ; tried++)
    try {
      return await ask(key);
    } catch (error) {
      let seconds = tried < TRIES ? waitOf(error, tried) : null;
      if (isInFlight(error) && inFlight < MAX_IN_FLIGHT) {
        // It is no attempt: the model was not asked.
        tried--;
        seconds = delay;
        inFlight += delay;
        delay = Math.min(MAX_DELAY_IN_FLIGHT, 2 * delay);
      }
      if (seconds === null) throw error;
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
