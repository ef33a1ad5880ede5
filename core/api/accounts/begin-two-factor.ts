import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

/** API-18 */
export const beginTwoFactor = defineCall({
  name: "beginTwoFactor",
  summary: "Makes a secret for an authenticator, after the password has been given again.",
  description: "It guards nothing before one of its codes has been confirmed, within an hour.",
  method: "POST",
  path: "/audio/api/user/two-factor/begin",
  signedIn: true,
  errors: ["password_wrong", "two_factor_on"],
  request: z.object({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth:` URI, for scanning. */
    uri: z.string(),
  }),
});
