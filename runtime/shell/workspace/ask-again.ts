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
  if (status !== 0 && status !== 429 && status < 500) return null;
  const wait = retryAfter ?? REST * tried;
  return wait <= MAX_DELAY ? wait : null;
}

/** Calls a hosted model, with retries while it is busy or unreachable. */
export async function askAgain<T>(
  ask: () => Promise<T>,
  { signal, onWait }: Pick<HostedCall, "signal" | "onWait">,
  /** Called with the delay, in seconds. */
  wait: (seconds: number, signal: AbortSignal) => Promise<void> = rest,
): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await ask();
    } catch (error) {
      const seconds = tried < TRIES ? waitOf(error, tried) : null;
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
