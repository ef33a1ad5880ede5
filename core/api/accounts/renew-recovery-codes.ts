import { defineCall } from "../contract/call.ts";
import { bothFactors, recoveryCodes } from "../contract/shapes.ts";

/** API-18 */
export const renewRecoveryCodes = defineCall({
  name: "renewRecoveryCodes",
  summary: "Makes recovery codes in the place of those that there are.",
  method: "POST",
  path: "/audio/api/user/two-factor/recovery-codes",
  signedIn: true,
  errors: ["password_wrong", "two_factor_off", "second_code_wrong"],
  request: bothFactors,
  response: recoveryCodes,
});
