import * as z from "zod/mini";
import { defineCall, ignored } from "../contract/call.ts";

/** API-17 */
export const deletePodcast = defineCall({
  name: "deletePodcast",
  summary: "Deletes a podcast of one's own, with its audio.",
  method: "POST",
  path: "/audio/api/v1/podcast/delete",
  signedIn: true,
  errors: ["not_found"],
  request: z.object({ id: z.string().check(z.maxLength(64), z.regex(/^[\w-]{1,64}$/)) }),
  response: ignored,
});
