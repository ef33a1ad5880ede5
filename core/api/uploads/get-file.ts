import type { RawCall } from "../contract/call.ts";

/** JOB-5 Downloads a complete file of a job, or a range of it. */
export const getFile: RawCall = {
  method: "GET",
  path: "/audio/api/v1/files/{file}",
  type: "application/octet-stream",
};
