import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { jobId } from "../contract/job-shapes.ts";

/** JOB-5 */
export const eraseJobFiles = defineCall({
  name: "eraseJobFiles",
  summary: "Erases the outputs of a finished job of one's own, once they have been fetched.",
  description: "`files` are their ids, under which the receipts are found. Nothing else changes.",
  method: "POST",
  path: "/audio/api/v1/job/erase",
  signedIn: true,
  idempotent: true,
  errors: ["not_found"],
  request: z.object({ id: jobId }),
  response: z.object({ files: z.array(z.string()) }),
});
