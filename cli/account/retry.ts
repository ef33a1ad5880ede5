/** Maximum number of attempts of a call. */
export const TRIES = 4;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** Maximum total wait in ms before the command gives up. */
export const PATIENCE = 20_000;

/**
 * Delay before the next attempt in ms: the server's `Retry-After`, or exponential backoff with up
 * to 50 % jitter, so that clients that failed together do not return together.
 * @param attempt number of failed attempts, from 1
 * @param retryAfter seconds, if the server named them
 * @param random in [0, 1)
 * @returns undefined if a retry is not worthwhile
 */
export function pauseBefore(
  attempt: number,
  retryAfter: number | undefined,
  random: number,
): number | undefined {
  if (attempt >= TRIES) return undefined;
  if (retryAfter !== undefined) {
    const requestedMs = retryAfter * 1000 * (1 + random / 10);
    return requestedMs <= PATIENCE ? requestedMs : undefined;
  }
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));
  return pause * (1 - random / 2);
}

/** Seconds of a `Retry-After` header, in either of its forms. @param now epoch milliseconds */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
