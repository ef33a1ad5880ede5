import * as z from "zod/mini";
import { JOB_STATES } from "../../jobs/job-states.ts";
import { defineCall, nothing } from "../contract/call.ts";

/** CLI-16 */
export const getJobQueue = defineCall({
  name: "getJobQueue",
  summary: "Numbers of jobs by pool and state, for the operator.",
  method: "GET",
  path: "/audio/api/v1/job/queue",
  signedIn: false,
  operator: true,
  errors: ["forbidden", "not_found"],
  request: nothing,
  response: z.object({
    counts: z.array(
      z.object({
        pool: z.string(),
        state: z.enum(JOB_STATES),
        count: z.number(),
        /** Seconds since the oldest of these jobs was created. */
        oldest: z.number(),
      }),
    ),
  }),
});
