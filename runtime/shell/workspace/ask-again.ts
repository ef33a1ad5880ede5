import { ApiError } from "../../services/api/api-error.ts";
import type { HostedCall } from "../../contract/hosted.ts";

/** Times that a hosted model is asked for the same. */
const TRIES = 3;
/** Seconds before the second try where the answer does not say; twice as many before the third. */
const REST = 2;
/** Seconds that a job waits at most: what has to wait longer is told at once. */
const MOST = 60;

/** Seconds after which the same may succeed; null where it will not. */
function waitOf(error: unknown, tried: number): number | null {
  if (!(error instanceof ApiError)) return null;
  const { status, key, retryAfter } = error;
  // The model has answered, and of no use: the next answer would be paid for, too.
  if (key === "hosted_unusable") return null;
  if (status !== 0 && status !== 429 && status < 500) return null;
  const wait = retryAfter ?? REST * tried;
  return wait <= MOST ? wait : null;
}

/** Asks a hosted model, again where it is busy or out of reach for a moment, and tells when. */
export async function askAgain<T>(
  ask: () => Promise<T>,
  { signal, onWait }: Pick<HostedCall, "signal" | "onWait">,
  /** Takes seconds. */
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
