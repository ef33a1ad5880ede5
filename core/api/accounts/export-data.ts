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
    /** The newest first; `hidden`: deleted from the history, and stored for what it has cost. */
    usages: z.array(z.extend(usageRecord, { hidden: z.boolean() })),
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
    subscriptions: z.array(
      z.object({
        plan_id: z.string(),
        plan_name: z.string(),
        period: z.enum(["monthly", "yearly"]),
        status: z.enum(["active", "past_due", "cancelled"]),
        amount: z.number(),
        currency: z.string(),
        created_at: z.number(),
        period_end: z.number(),
        ended_at: z.nullable(z.number()),
      }),
    ),
    /** End of the address of the feed of all podcasts; null before it was first asked for. */
    podcast_feed: z.nullable(z.object({ id: z.string(), created_at: z.number() })),
    /** Uploaded audio; without a podcast where it has not been shared. */
    audio: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        /** Bytes. */
        size: z.number(),
        podcast_id: z.nullable(z.string()),
        created_at: z.number(),
      }),
    ),
    /** Null where there is none. Its secret and codes are stored so that nobody can read them. */
    second_factor: z.nullable(
      z.object({
        created_at: z.number(),
        confirmed_at: z.nullable(z.number()),
        recovery_codes: z.number(),
      }),
    ),
    /** Links whose download has been prepared and may still begin. */
    downloads: z.array(
      z.object({
        url: z.string(),
        format: z.string(),
        created_at: z.number(),
        expires_at: z.number(),
      }),
    ),
  }),
});
