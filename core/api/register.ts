import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { channel, codeSent, email, password } from "./shapes.ts";
/** API-1 Asks for a code for a new account. The answer is the same for an address that has one. */
export const register = defineCall({
  method: "POST",
  path: "/audio/api/user/register",
  signedIn: false,
  request: z.object({ email, password, channel: z.optional(channel) }),
  answer: codeSent,
});
