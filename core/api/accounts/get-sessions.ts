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
  answer: z.object({
    sessions: z.array(
      z.object({
        /** Names the session, and opens nothing. */
        id: z.string(),
        /** Program and system, such as "Firefox, Linux"; empty where they are not known. */
        client: z.string(),
        created_at: z.number(),
        /** Noted once an hour. */
        used_at: z.number(),
        /** Whether it is the one that asks. */
        current: z.boolean(),
      }),
    ),
  }),
});
