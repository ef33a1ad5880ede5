import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { podcast } from "./shapes.ts";
/** API-17 A shared podcast. */
export const getPodcast = defineCall({
  method: "GET",
  path: "/audio/api/v1/podcast/get",
  signedIn: false,
  request: z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
  answer: podcast,
});
