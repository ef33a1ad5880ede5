import type { RawCall } from "../contract/call.ts";

/** JOB-5 Erases an upload. */
export const eraseUpload: RawCall = {
  method: "DELETE",
  path: "/audio/api/v1/uploads/{upload}",
  type: null,
};
