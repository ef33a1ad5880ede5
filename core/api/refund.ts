import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { balance } from "./shapes.ts";
/**
 * API-17 Gives the held credits of a job back that failed or was cancelled. A job that has them back
 * already keeps them.
 */
export const refund = defineCall({
  method: "POST",
  path: "/audio/api/v1/usage/refund",
  signedIn: true,
  idempotent: true,
  request: z.object({ usage_id: z.string() }),
  answer: balance,
});
