import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { codeVerifier, device, email, proof, resendAfter } from "../contract/shapes.ts";
/** API-4 */
export const requestReset = defineCall({
  name: "requestReset",
  summary: "Asks for a code to set another password.",
  description: "The answer is the same for an unknown address.",
  method: "POST",
  path: "/audio/api/user/password/reset/request",
  signedIn: false,
  errors: ["proof_needed", "channel_unavailable"],
  request: z.object({
    email,
    code_verifier: z.optional(codeVerifier),
    proof: z.optional(proof),
    device: z.optional(device),
  }),
  response: resendAfter,
});
