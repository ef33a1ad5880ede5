import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId, jobWorker } from "../contract/job-shapes.ts";

/** CLI-16 */
export const drainWorker = defineCall({
  name: "drainWorker",
  summary: "Requests that a worker takes no more jobs, and exits once its running ones have ended.",
  method: "POST",
  path: "/audio/api/v1/job/drain",
  signedIn: false,
  operator: true,
  errors: ["forbidden", "not_found"],
  request: z.object({ id: jobId }),
  response: jobWorker,
});
