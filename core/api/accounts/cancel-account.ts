import * as z from "zod/mini";
import { defineCall, ignored } from "../contract/call.ts";

/** API-8 */
export const cancelAccount = defineCall({
  name: "cancelAccount",
  summary: "Deletes the account, after its password has been given again.",
  method: "POST",
  path: "/audio/api/user/account/cancel",
  signedIn: true,
  errors: ["password_wrong"],
  request: z.object({ password: z.string().check(z.maxLength(128)) }),
  answer: ignored,
});
