import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { serverJob } from "../contract/job-shapes.ts";
import { balance } from "../contract/shapes.ts";

/** JOB-1 */
export const cancelCreation = defineCall({
  name: "cancelCreation",
  summary: "Cancels the job that a request with an idempotency key has created, and refunds it.",
  description:
    "For a client that has not received the response of `createJob`. If there is no job, a request with this key that arrives within a day creates none. A job that has ended stays as it is.",
  method: "POST",
  path: "/audio/api/v1/job/cancel-creation",
  signedIn: true,
  idempotent: true,
  errors: ["not_found"],
  request: z.object({
    /** Idempotency key of the request that may have created the job. */
    creation_key: z.string().check(z.maxLength(128), z.regex(/^[\x21-\x7e]{8,128}$/)),
  }),
  response: z.object({
    /** Null: none was created. */
    job: z.nullable(serverJob),
    /** Credits that were held for it. */
    cost: z.number(),
    balance,
  }),
});
