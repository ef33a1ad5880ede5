import type { RawCall } from "../contract/call.ts";

/**
 * API-17 Waits for a call of a hosted model. The last segment is the idempotency key of the request
 * that created it. The response is that of this request: the result, 202 with `pendingCall` while
 * there is none, or an error. A result can be fetched until the job that pays for it has ended.
 */
export const getHostedCall: RawCall = {
  method: "GET",
  path: "/audio/api/v1/hosted/calls/{key}",
  type: null,
};
