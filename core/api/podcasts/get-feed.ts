import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";

/** API-17 */
export const getFeed = defineCall({
  name: "getFeed",
  summary: "The address of the feed of one's own podcasts.",
  description: "Who has the address hears all that its owner shares. It stays the same.",
  method: "POST",
  path: "/audio/api/v1/podcast/feed",
  signedIn: true,
  request: nothing,
  response: z.object({ url: z.string() }),
});
