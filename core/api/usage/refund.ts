import { defineUsageEnd } from "../contract/usage-end.ts";

/** API-17 */
export const refund = defineUsageEnd({
  name: "refund",
  summary: "Gives the held credits of a job back that failed or was cancelled.",
  description: "A job that has them back already keeps them.",
  path: "/audio/api/v1/usage/refund",
});
