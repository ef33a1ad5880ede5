import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";

/** API-18 */
export const getTwoFactor = defineCall({
  name: "getTwoFactor",
  summary: "Whether the account wants a second code at each sign-in.",
  method: "GET",
  path: "/audio/api/user/two-factor",
  signedIn: true,
  request: nothing,
  response: z.object({
    enabled: z.boolean(),
    /** Epoch seconds; null when off. */
    since: z.nullable(z.number()),
    /** Unused recovery codes. */
    recovery_codes: z.number(),
  }),
});
