import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

/** JOB-5 */
export const getErasure = defineCall({
  name: "getErasure",
  summary: "The signed receipt of an erased file of a job.",
  description:
    "A JSON Web Signature (EdDSA). `/.well-known/toolkit-receipts.json` has the public keys. Only those who know the file's id can ask for it, also after the account is deleted.",
  method: "GET",
  path: "/audio/api/v1/file/erasure",
  signedIn: false,
  errors: ["not_found"],
  request: z.object({ file: z.string().check(z.maxLength(24), z.regex(/^[\w-]{24}$/)) }),
  response: z.object({
    receipt: z.string(),
    /** Epoch seconds at which the object store had no object of the file any more. */
    removed_at: z.nullable(z.number()),
  }),
});
