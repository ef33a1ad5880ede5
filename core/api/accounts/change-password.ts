import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { password, renewedDevice, secondCode } from "../contract/shapes.ts";

/** API-17 */
export const changePassword = defineCall({
  name: "changePassword",
  summary: "Sets another password, after the present one has been given again.",
  description:
    "All other sessions end. With two-factor authentication on, a second code is needed as well.",
  method: "POST",
  path: "/audio/api/user/password/change",
  signedIn: true,
  errors: ["password_wrong", "password_common", "second_code_needed", "second_code_wrong"],
  request: z.object({
    old_password: z.string().check(z.maxLength(128)),
    password,
    second_code: z.optional(secondCode),
  }),
  response: renewedDevice,
});
