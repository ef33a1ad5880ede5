import * as z from "zod/mini";
import { defineCall, ignored } from "../contract/call.ts";
import { secondCode } from "../contract/shapes.ts";

/** API-8 */
export const cancelAccount = defineCall({
  name: "cancelAccount",
  summary: "Deletes the account, after its password has been given again.",
  description: "With two-factor authentication on, a second code is needed as well.",
  method: "POST",
  path: "/audio/api/user/account/cancel",
  seconds: 60,
  signedIn: true,
  errors: ["password_wrong", "second_code_needed", "second_code_wrong"],
  request: z.object({
    password: z.string().check(z.maxLength(128)),
    second_code: z.optional(secondCode),
  }),
  response: ignored,
});
