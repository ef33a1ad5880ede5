import * as z from "zod/mini";

/** Maximum seconds for which a request waits for a result. */
export const HOSTED_WAIT = 20;

/**
 * `Prefer` header (RFC 7240) of a client that waits for its calls by further requests. A client
 * without it gets the error `key_in_flight` in place of a pending call, and repeats its request.
 */
export const PREFER_ASYNC = `respond-async, wait=${HOSTED_WAIT}`;

/** Data of a response with status 202: the call continues, and its client has to wait. */
export const pendingCall = z.object({
  /** Idempotency key of the request that created the call. */
  key: z.string(),
  state: z.enum(["queued", "running"]),
  /** Seconds until the model is called again, after it was busy or unreachable; null otherwise. */
  retry_after: z.nullable(z.number()),
});
export type PendingCall = z.output<typeof pendingCall>;
