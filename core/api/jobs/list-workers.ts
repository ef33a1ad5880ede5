import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";
import { jobWorker } from "../contract/job-shapes.ts";

/** CLI-16 */
export const listWorkers = defineCall({
  name: "listWorkers",
  summary: "Workers that have shown a sign of life lately, for the operator.",
  method: "GET",
  path: "/audio/api/v1/job/workers",
  signedIn: false,
  operator: true,
  errors: ["forbidden", "not_found"],
  request: nothing,
  response: z.object({ list: z.array(jobWorker) }),
});
