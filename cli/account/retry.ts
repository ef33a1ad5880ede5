import type { AnyCall } from "#core/api/contract/call.ts";

/** Times that a call is made at most. */
export const TRIES = 4;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** Milliseconds that somebody waits in front of a terminal without having been asked. */
export const PATIENCE = 20_000;

/** POSTs that change nothing, or nothing more when they are made again. */
const REPEATABLE: ReadonlySet<string> = new Set([
  "getUsagePage",
  "getPaymentPage",
  "deleteUsage",
  "getReviews",
  "logout",
]);
/** A GET that makes an order each time. */
const MAKES: ReadonlySet<string> = new Set(["getPaymentUrl"]);

/** Whether a call may be made again when nobody knows whether it arrived. */
export const isRepeatable = ({ name, method, idempotent }: AnyCall): boolean =>
  idempotent === true || REPEATABLE.has(name) || (method === "GET" && !MAKES.has(name));

/**
 * Milliseconds before the next try: what the server asked for, or twice as long each time, of which
 * chance takes up to a half, so that clients that failed together do not come back together.
 * @param attempt tries that have failed, from 1 on
 * @param retryAfter seconds, where the server named them
 * @param random from 0 to below 1
 * @returns undefined when it is not worth it
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
