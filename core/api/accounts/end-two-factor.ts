import { defineCall } from "../contract/call.ts";
import { bothFactors, renewedDevice } from "../contract/shapes.ts";

/** API-18 */
export const endTwoFactor = defineCall({
  name: "endTwoFactor",
  summary: "Turns the second factor off.",
  method: "POST",
  path: "/audio/api/user/two-factor/end",
  signedIn: true,
  errors: ["password_wrong", "two_factor_off", "second_code_wrong"],
  request: bothFactors,
  response: renewedDevice,
});
