import type { RawCall } from "../contract/call.ts";

/** JOB-1 An output of a job, or a range of it. The token is in `Authorization`. */
export const getJobResult: RawCall = {
  method: "GET",
  path: "/audio/api/v1/job/result/{id}/{output}",
  type: null,
};
