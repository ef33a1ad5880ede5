import type { RawCall } from "../contract/call.ts";

/** JOB-5 Appends the body to an upload at `Upload-Offset`. */
export const appendUpload: RawCall = {
  method: "PATCH",
  path: "/audio/api/v1/uploads/{upload}",
  type: null,
};
