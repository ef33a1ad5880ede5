import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId } from "../contract/job-shapes.ts";
import { name } from "../contract/shapes.ts";

/** CLI-16 */
export const redriveJobs = defineCall({
  name: "redriveJobs",
  summary: "Queues jobs again for the operator that failed too often because of the machines.",
  description: "They were refunded, and run free of charge. A call takes up to 100 of them.",
  method: "POST",
  path: "/audio/api/v1/job/redrive",
  signedIn: false,
  operator: true,
  errors: ["forbidden", "not_found"],
  request: z.object({ id: z.optional(jobId), tool: z.optional(name) }),
  response: z.object({ redriven: z.number() }),
});
