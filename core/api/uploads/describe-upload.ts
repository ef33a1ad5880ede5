import type { RawCall } from "../contract/call.ts";

/** JOB-5 Reports how many bytes of an upload have arrived, in `Upload-Offset`. */
export const describeUpload: RawCall = {
  method: "HEAD",
  path: "/audio/api/v1/uploads/{upload}",
  type: null,
};
