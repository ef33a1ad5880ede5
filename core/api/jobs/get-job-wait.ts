import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobPace } from "../contract/job-shapes.ts";
import { name } from "../contract/shapes.ts";

/** JOB-6 */
export const getJobWait = defineCall({
  name: "getJobWait",
  summary: "How long the job that is next has been waiting, in seconds; 0 if none waits.",
  description:
    "`paces` says how fast the last finished jobs of `tool` were; kinds of which fewer than three have finished are missing.",
  method: "GET",
  path: "/audio/api/v1/job/wait",
  signedIn: true,
  errors: ["not_found"],
  request: z.object({ tool: z.optional(name) }),
  response: z.object({ seconds: z.number(), paces: z.array(jobPace) }),
});
