import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId, operatedJob } from "../contract/job-shapes.ts";

/** CLI-16 */
export const stopJob = defineCall({
  name: "stopJob",
  summary: "Cancels a job of any account for the operator, and refunds it.",
  description: "A job that has ended stays as it is.",
  method: "POST",
  path: "/audio/api/v1/job/stop",
  signedIn: false,
  operator: true,
  errors: ["forbidden", "not_found"],
  request: z.object({ id: jobId }),
  response: operatedJob,
});
