import * as z from "zod/mini";
import { JOB_STATES } from "../../jobs/job-states.ts";
import { defineCall, nothing } from "../contract/call.ts";
import { balance, paymentRecord, podcast, usageRecord } from "../contract/shapes.ts";

/** API-17 USR-5 */
export const exportData = defineCall({
  name: "exportData",
  summary: "All that is kept about who is signed in.",
  description: "Times are in epoch seconds.",
  method: "GET",
  path: "/audio/api/user/export",
  seconds: 120,
  signedIn: true,
  request: nothing,
  response: z.object({
    account: z.object({
      user_id: z.string(),
      user_email: z.string(),
      /** Locale of messages. */
      locale: z.string(),
      is_send_email: z.number(),
      kodepay_user_id: z.string(),
      created_at: z.number(),
    }),
    /** Sign-in and last use of each session; tokens are not exported. */
    sessions: z.array(
      z.object({ client: z.string(), created_at: z.number(), used_at: z.number() }),
    ),
    balance,
    /** Grants of credits. */
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
    /**
     * Newest first. `hidden` entries were deleted from the history and are stored for their cost.
     */
    usages: z.array(z.extend(usageRecord, { hidden: z.boolean() })),
    payments: z.array(
      z.extend(paymentRecord, {
        /** When the customer asked for the credits at once, and the version of that text. */
        consented_at: z.nullable(z.number()),
        consent_version: z.nullable(z.string()),
      }),
    ),
    podcasts: z.array(podcast),
    /** Ratings given while signed in. */
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
    /** Last part of the address of the user's podcast feed; null until it is first requested. */
    podcast_feed: z.nullable(z.object({ id: z.string(), created_at: z.number() })),
    /** Uploaded audio, shared or not. */
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
    /**
     * Null without a second factor. Secret and recovery codes are stored so that they cannot be
     * read back.
     */
    second_factor: z.nullable(
      z.object({
        created_at: z.number(),
        confirmed_at: z.nullable(z.number()),
        recovery_codes: z.number(),
      }),
    ),
    /** Files of jobs: uploads, and results, which have a job. */
    job_files: z.array(
      z.object({
        id: z.string(),
        job_id: z.nullable(z.string()),
        /** Bytes that are stored. */
        bytes: z.number(),
        created_at: z.number(),
        expires_at: z.number(),
      }),
    ),
    /** Jobs on the operator's machines; their inputs and results are deleted with them. */
    jobs: z.array(
      z.object({
        id: z.string(),
        usage_id: z.string(),
        tool: z.string(),
        /** JSON of what the job does. */
        task: z.string(),
        /** Id of the upload with the input. */
        upload: z.string(),
        state: z.enum(JOB_STATES),
        fault: z.nullable(z.string()),
        /** JSON of the measurements of the result. */
        result: z.nullable(z.string()),
        /** Length of the input that was paid for, and the one that was measured. */
        seconds: z.number(),
        seconds_found: z.nullable(z.number()),
        created_at: z.number(),
        started_at: z.nullable(z.number()),
        ended_at: z.nullable(z.number()),
        expires_at: z.number(),
      }),
    ),
    /** Calls of hosted models, until their jobs can no longer be open. */
    hosted_calls: z.array(
      z.object({
        /** Idempotency key of the request. */
        key: z.string(),
        usage_id: z.string(),
        /** What the model was to do; null for a call of an earlier version. */
        call: z.nullable(z.string()),
        state: z.string(),
        /** Hosted work that is counted. */
        seconds: z.number(),
      }),
    ),
    /** Prepared downloads whose tickets are still valid. */
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
