import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { email, resendAfter } from "./shapes.ts";
/** API-4 */
export const requestReset = defineCall({
  name: "requestReset",
  summary: "Asks for a code to set another password.",
  description: "The answer is the same for an unknown address.",
  method: "POST",
  path: "/audio/api/user/password/reset/request",
  signedIn: false,
  request: z.object({ email }),
  answer: resendAfter,
});
