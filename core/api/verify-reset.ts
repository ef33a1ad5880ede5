import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { code, email, password, userInfo } from "./shapes.ts";
/** API-5 */
export const verifyReset = defineCall({
  name: "verifyReset",
  summary: "Sets another password and signs in.",
  description: "All other tokens end.",
  method: "POST",
  path: "/audio/api/user/password/reset/verify",
  signedIn: false,
  errors: ["password_common", "code_wrong", "code_expired", "code_used_up"],
  request: z.object({ email, code, password }),
  answer: userInfo,
});
