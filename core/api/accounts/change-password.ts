import * as z from "zod/mini";
import { defineCall, ignored } from "../contract/call.ts";
import { password } from "../contract/shapes.ts";

/** API-17 */
export const changePassword = defineCall({
  name: "changePassword",
  summary: "Sets another password, after the present one has been given again.",
  description: "All other sessions end.",
  method: "POST",
  path: "/audio/api/user/password/change",
  signedIn: true,
  errors: ["password_wrong", "password_common"],
  request: z.object({ old_password: z.string().check(z.maxLength(128)), password }),
  answer: ignored,
});
