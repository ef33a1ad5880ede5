import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { code, email, password, userInfo } from "./shapes.ts";
/** API-5 Sets another password and signs in; all other tokens end. */
export const verifyReset = defineCall({
  method: "POST",
  path: "/audio/api/user/password/reset/verify",
  signedIn: false,
  request: z.object({ email, code, password }),
  answer: userInfo,
});
