import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { code, email, userInfo } from "./shapes.ts";
/** API-2 Makes the account whose code was sent, and signs in. */
export const verifyCode = defineCall({
  method: "POST",
  path: "/audio/api/user/register/code/verify",
  signedIn: false,
  request: z.object({ email, code }),
  answer: userInfo,
});
