import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId, serverJob } from "../contract/job-shapes.ts";

/** JOB-1 */
export const listJobs = defineCall({
  name: "listJobs",
  summary: "One's own jobs, the newest first.",
  description: "Jobs are deleted with their results, at `expires_at`.",
  method: "GET",
  path: "/audio/api/v1/job/list",
  signedIn: true,
  errors: ["not_found"],
  request: z.object({
    /** Lists only jobs that are older than this one. */
    before: z.optional(jobId),
  }),
  response: z.object({
    list: z.array(serverJob),
    /** Whether there are older ones. */
    more: z.boolean(),
  }),
});
