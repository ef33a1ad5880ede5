import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { podcast } from "./shapes.ts";
/** API-17 Shares a podcast. */
export const savePodcast = defineCall({
  method: "POST",
  path: "/audio/api/v1/podcast/save",
  signedIn: true,
  request: z.omit(podcast, { id: true, created_at: true }),
  answer: z.object({ id: z.string() }),
});
