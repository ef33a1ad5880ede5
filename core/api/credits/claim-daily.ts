import { defineCall, nothing } from "../contract/call.ts";
import { balance } from "../contract/shapes.ts";
/** API-10 */
export const claimDaily = defineCall({
  name: "claimDaily",
  summary: "Claims the daily credits.",
  method: "POST",
  path: "/audio/api/user/daily/credits/add",
  signedIn: true,
  idempotent: true,
  errors: ["claim_too_soon"],
  request: nothing,
  response: balance,
});
