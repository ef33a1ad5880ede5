import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { podcast } from "../contract/shapes.ts";
/** API-17 */
export const getPodcast = defineCall({
  name: "getPodcast",
  summary: "A shared podcast.",
  method: "GET",
  path: "/audio/api/v1/podcast/get",
  signedIn: false,
  errors: ["not_found"],
  request: z.object({ id: z.string().check(z.maxLength(64), z.regex(/^[\w-]{1,64}$/)) }),
  response: z.extend(podcast, {
    /** Whether the podcast belongs to the signed-in user, who can delete it. */
    own: z.boolean(),
  }),
});
