import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name } from "../contract/shapes.ts";

/** API-17 */
export const endSessions = defineCall({
  name: "endSessions",
  summary: "Signs out elsewhere: one session, or all but the one that asks.",
  method: "POST",
  path: "/audio/api/user/sessions/end",
  signedIn: true,
  errors: ["not_found"],
  request: z.object({ id: z.optional(name) }),
  response: z.object({ ended: z.number() }),
});
