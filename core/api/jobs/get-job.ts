import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId, serverJob } from "../contract/job-shapes.ts";

/** JOB-1 */
export const getJob = defineCall({
  name: "getJob",
  summary: "A job of one's own.",
  method: "GET",
  path: "/audio/api/v1/job/get",
  signedIn: true,
  errors: ["not_found"],
  request: z.object({ id: jobId }),
  response: serverJob,
});
