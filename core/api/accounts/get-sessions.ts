import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";

/** API-17 */
export const getSessions = defineCall({
  name: "getSessions",
  summary: "Where the account is signed in, the latest use first.",
  method: "GET",
  path: "/audio/api/user/sessions",
  signedIn: true,
  request: nothing,
  response: z.object({
    sessions: z.array(
      z.object({
        /** Identifies the session without giving access to it. */
        id: z.string(),
        /** Program and system, such as "Firefox, Linux"; empty when unknown. */
        client: z.string(),
        created_at: z.number(),
        /** Updated once an hour. */
        used_at: z.number(),
        /** Whether this is the session that makes the request. */
        current: z.boolean(),
      }),
    ),
  }),
});
