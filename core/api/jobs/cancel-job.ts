import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId, serverJob } from "../contract/job-shapes.ts";
import { balance } from "../contract/shapes.ts";

/** JOB-1 */
export const cancelJob = defineCall({
  name: "cancelJob",
  summary: "Cancels a job of one's own, and refunds it.",
  description: "A job that has ended stays as it is.",
  method: "POST",
  path: "/audio/api/v1/job/cancel",
  signedIn: true,
  idempotent: true,
  errors: ["not_found"],
  request: z.object({ id: jobId }),
  response: z.object({ job: serverJob, balance }),
});
