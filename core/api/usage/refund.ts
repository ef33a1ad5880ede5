import { defineCall } from "../contract/call.ts";
import { CLOSING } from "../contract/closing.ts";

/** API-17 */
export const refund = defineCall({
  name: "refund",
  summary: "Gives the held credits of a job back that failed or was cancelled.",
  description: "A job that has them back already keeps them.",
  path: "/audio/api/v1/usage/refund",
  ...CLOSING,
});
