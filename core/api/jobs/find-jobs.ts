import * as z from "zod/mini";
import { JOB_STATES } from "../../jobs/job-states.ts";
import { defineCall } from "../contract/call.ts";
import { jobId, operatedJob } from "../contract/job-shapes.ts";
import { name } from "../contract/shapes.ts";

/** CLI-16 */
export const findJobs = defineCall({
  name: "findJobs",
  summary: "Jobs of all accounts for the operator, the newest first.",
  method: "POST",
  path: "/audio/api/v1/job/find",
  signedIn: false,
  operator: true,
  errors: ["forbidden", "not_found"],
  request: z.object({
    state: z.optional(z.enum(JOB_STATES)),
    pool: z.optional(name),
    tool: z.optional(name),
    /** Finds only jobs that are older than this one. */
    before: z.optional(jobId),
  }),
  response: z.object({ list: z.array(operatedJob), more: z.boolean() }),
});
