import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";
import { balance, paymentRecord, podcast, usageRecord } from "../contract/shapes.ts";

/** API-17 USR-5 */
export const exportData = defineCall({
  name: "exportData",
  summary: "All that is kept about who is signed in.",
  description: "Times are in epoch seconds.",
  method: "GET",
  path: "/audio/api/user/export",
  signedIn: true,
  request: nothing,
  answer: z.object({
    account: z.object({
      user_id: z.string(),
      user_email: z.string(),
      /** Locale of messages. */
      locale: z.string(),
      is_send_email: z.number(),
      kodepay_user_id: z.string(),
      created_at: z.number(),
    }),
    /** When somebody signed in, and when it was used last; the tokens are not kept. */
    sessions: z.array(
      z.object({ client: z.string(), created_at: z.number(), used_at: z.number() }),
    ),
    balance,
    /** Credits as they came in. */
    grants: z.array(
      z.object({
        source: z.string(),
        bucket: z.enum(["free", "plan", "bought"]),
        amount: z.number(),
        remaining: z.number(),
        created_at: z.number(),
        expires_at: z.nullable(z.number()),
      }),
    ),
    /** The newest first. */
    usages: z.array(usageRecord),
    payments: z.array(paymentRecord),
    podcasts: z.array(podcast),
    /** What was rated while signed in. */
    ratings: z.array(
      z.object({
        tool: z.string(),
        stars: z.number(),
        review: z.string(),
        created_at: z.number(),
      }),
    ),
  }),
});
