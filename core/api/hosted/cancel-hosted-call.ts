import type { RawCall } from "../contract/call.ts";

/** API-17 Cancels a call of a hosted model, or erases its result. */
export const cancelHostedCall: RawCall = {
  method: "DELETE",
  path: "/audio/api/v1/hosted/calls/{key}",
  type: null,
};
