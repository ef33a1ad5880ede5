import type { RawCall } from "../contract/call.ts";

/** JOB-5 Creates a resumable upload (tus 1.0) of `Upload-Length` bytes. */
export const createUpload: RawCall = {
  method: "POST",
  path: "/audio/api/v1/uploads",
  type: null,
};
