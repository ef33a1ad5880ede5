import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { balance, name } from "../contract/shapes.ts";
/** API-17 */
export const reserve = defineCall({
  name: "reserve",
  summary: "Holds the credits of a job before it runs.",
  method: "POST",
  path: "/audio/api/v1/usage/reserve",
  signedIn: true,
  idempotent: true,
  errors: ["not_enough_credits", "jobs_open"],
  request: z.object({
    /** Slug of the tool's page. */
    tool: name,
    /** Length of the input. */
    seconds: z.number().check(z.minimum(0), z.maximum(1e7)),
    /**
     * SHA-256 of the input, in hexadecimal. For 24 hours the same tool deducts what was paid for
     * this input, so that it is free up to the paid length.
     */
    input_hash: z.optional(z.string().check(z.maxLength(64), z.regex(/^[0-9a-f]{64}$/))),
    /**
     * Hosted work that the job will use: seconds of sound, and texts by their characters. The cost
     * covers it, even when the input was paid for before.
     */
    hosted_seconds: z.optional(z.number().check(z.minimum(0), z.maximum(1e7))),
  }),
  response: z.object({ usage_id: z.string(), cost: z.number(), balance }),
});
