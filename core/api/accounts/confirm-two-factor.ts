import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { code, recoveryCodes, renewedDevice } from "../contract/shapes.ts";

/** API-18 */
export const confirmTwoFactor = defineCall({
  name: "confirmTwoFactor",
  summary: "Turns the second factor on with the first code of the authenticator.",
  description: "All other sessions end. The recovery codes are shown this once.",
  method: "POST",
  path: "/audio/api/user/two-factor/confirm",
  signedIn: true,
  errors: ["two_factor_off", "second_code_wrong"],
  request: z.object({ code }),
  response: z.extend(recoveryCodes, renewedDevice.shape),
});
