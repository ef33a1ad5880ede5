import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { balance, name } from "../contract/shapes.ts";
/** API-17 */
export const settle = defineCall({
  name: "settle",
  summary: "Takes the held credits of a job that succeeded.",
  description: "A job that is settled already stays so.",
  method: "POST",
  path: "/audio/api/v1/usage/settle",
  signedIn: true,
  idempotent: true,
  errors: ["not_found", "usage_closed"],
  request: z.object({ usage_id: name }),
  answer: balance,
});
