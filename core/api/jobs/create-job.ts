import * as z from "zod/mini";
import { serverTask } from "../../jobs/server-task.ts";
import { defineCall } from "../contract/call.ts";
import { jobId, serverJob } from "../contract/job-shapes.ts";
import { balance, name } from "../contract/shapes.ts";

/** JOB-1 */
export const createJob = defineCall({
  name: "createJob",
  summary: "Queues a job on the operator's machines, and holds its credits.",
  description:
    "Only for tools whose price depends on the length of the input. An input that is longer than `seconds` fails, and is refunded.",
  method: "POST",
  path: "/audio/api/v1/job/create",
  signedIn: true,
  idempotent: true,
  errors: ["not_enough_credits", "jobs_open", "not_found"],
  request: z.object({
    /** Slug of the tool's page. */
    tool: name,
    /** Length of the input. */
    seconds: z.number().check(z.minimum(0), z.maximum(86_400)),
    /** Id of a completed upload. */
    upload: jobId,
    task: serverTask,
  }),
  response: z.object({ job: serverJob, cost: z.number(), balance }),
});
