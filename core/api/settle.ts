import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { balance } from "./shapes.ts";
/** API-17 Takes the held credits of a job that succeeded. A job that is settled already stays so. */
export const settle = defineCall({
  method: "POST",
  path: "/audio/api/v1/usage/settle",
  signedIn: true,
  idempotent: true,
  request: z.object({ usage_id: z.string() }),
  answer: balance,
});
