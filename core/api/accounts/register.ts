import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { channel, codeSent, email, password, proof } from "../contract/shapes.ts";
/** API-1 */
export const register = defineCall({
  name: "register",
  summary: "Asks for a code for a new account.",
  description:
    "The answer is the same for an address that has one. Where the server sends text messages, the address may be a phone number with the code of its country; then the code comes by text, and the account is known by the number. The code is sent in the language of `Accept-Language`, which becomes that of the account.",
  method: "POST",
  path: "/audio/api/user/register",
  signedIn: false,
  errors: ["proof_needed", "password_common", "channel_unavailable"],
  request: z.object({ email, password, channel: z.optional(channel), proof: z.optional(proof) }),
  answer: codeSent,
});
