import type { RawCall } from "../contract/call.ts";

/** JOB-1 The file that a job has made, or a range of it. The token is in `Authorization`. */
export const getJobResult: RawCall = {
  method: "GET",
  path: "/audio/api/v1/job/result/{id}",
  type: null,
};
