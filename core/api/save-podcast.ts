import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { podcast } from "./shapes.ts";
/** API-17 */
export const savePodcast = defineCall({
  name: "savePodcast",
  summary: "Shares a podcast.",
  method: "POST",
  path: "/audio/api/v1/podcast/save",
  signedIn: true,
  errors: ["not_found"],
  request: z.omit(podcast, { id: true, created_at: true }),
  answer: z.object({ id: z.string() }),
});
