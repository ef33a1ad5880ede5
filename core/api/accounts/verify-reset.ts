import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { code, email, entered, password, proof } from "../contract/shapes.ts";
/** API-5 */
export const verifyReset = defineCall({
  name: "verifyReset",
  summary: "Sets another password and signs in.",
  description: "All other tokens end.",
  method: "POST",
  path: "/audio/api/user/password/reset/verify",
  signedIn: false,
  errors: ["proof_needed", "password_common", "code_wrong", "code_expired", "code_used_up"],
  request: z.object({ email, code, password, proof: z.optional(proof) }),
  answer: entered,
});
