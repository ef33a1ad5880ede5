import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { email, userInfo } from "./shapes.ts";
/** API-3 Signs in. */
export const login = defineCall({
  method: "POST",
  path: "/audio/api/user/login/password",
  signedIn: false,
  request: z.object({ email, password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  answer: userInfo,
});
