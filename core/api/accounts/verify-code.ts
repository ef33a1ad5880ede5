import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { code, codeVerifier, email, entered, proof } from "../contract/shapes.ts";
/** API-2 */
export const verifyCode = defineCall({
  name: "verifyCode",
  summary: "Makes the account whose code was sent, with the day’s credits claimed, and signs in.",
  method: "POST",
  path: "/audio/api/user/register/code/verify",
  signedIn: false,
  errors: ["proof_needed", "code_wrong", "code_expired", "code_used_up"],
  request: z.object({
    email,
    code,
    code_verifier: z.optional(codeVerifier),
    proof: z.optional(proof),
  }),
  response: entered,
});
