import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import {
  code,
  codeVerifier,
  device,
  email,
  entered,
  password,
  proof,
  secondCode,
} from "../contract/shapes.ts";
/** API-5 */
export const verifyReset = defineCall({
  name: "verifyReset",
  summary: "Sets another password and signs in.",
  description: "All other tokens end.",
  method: "POST",
  path: "/audio/api/user/password/reset/verify",
  signedIn: false,
  errors: [
    "proof_needed",
    "password_common",
    "code_wrong",
    "code_expired",
    "code_used_up",
    "second_code_needed",
    "second_code_wrong",
  ],
  request: z.object({
    email,
    code,
    password,
    code_verifier: z.optional(codeVerifier),
    proof: z.optional(proof),
    device: z.optional(device),
    second_code: z.optional(secondCode),
  }),
  response: entered,
});
