import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { device, email, entered, proof, secondCode } from "../contract/shapes.ts";
/** API-3 */
export const login = defineCall({
  name: "login",
  summary: "Signs in.",
  method: "POST",
  path: "/audio/api/user/login/password",
  signedIn: false,
  errors: ["proof_needed", "invalid_credentials", "second_code_needed", "second_code_wrong"],
  request: z.object({
    email,
    password: z.string().check(z.minLength(1), z.maxLength(128)),
    proof: z.optional(proof),
    device: z.optional(device),
    second_code: z.optional(secondCode),
  }),
  response: entered,
});
