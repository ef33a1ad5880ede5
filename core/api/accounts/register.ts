import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { channel, codeSent, codeVerifier, email, password, proof } from "../contract/shapes.ts";
/** API-1 */
export const register = defineCall({
  name: "register",
  summary: "Asks for a code for a new account.",
  description:
    "The answer is the same for an address that has one. Where the server sends text messages, the address may be a phone number with the code of its country; then the code comes by text, and the account is known by the number. The code is sent in the language of `Accept-Language`, which becomes that of the account. Send a random `code_verifier`, and the same one again with the code: the account gets the password that was sent with it. A client that sends none is recognized by its network address alone; where this is not enough to tell whose password it is, the account is created without one.",
  method: "POST",
  path: "/audio/api/user/register",
  signedIn: false,
  errors: ["proof_needed", "password_common", "channel_unavailable"],
  request: z.object({
    email,
    password,
    code_verifier: z.optional(codeVerifier),
    channel: z.optional(channel),
    proof: z.optional(proof),
  }),
  response: codeSent,
});
