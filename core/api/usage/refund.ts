import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { balance, name } from "../contract/shapes.ts";
/** API-17 */
export const refund = defineCall({
  name: "refund",
  summary: "Gives the held credits of a job back that failed or was cancelled.",
  description: "A job that has them back already keeps them.",
  method: "POST",
  path: "/audio/api/v1/usage/refund",
  signedIn: true,
  idempotent: true,
  errors: ["not_found", "usage_closed"],
  request: z.object({ usage_id: name }),
  answer: balance,
});
