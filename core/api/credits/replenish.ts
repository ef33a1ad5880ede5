import { defineCall, nothing } from "../contract/call.ts";
import { balance } from "../contract/shapes.ts";
/** API-11 */
export const replenish = defineCall({
  name: "replenish",
  summary: "Adds the credits of the gift, once per user.",
  method: "POST",
  path: "/audio/api/user/credits/replenish",
  signedIn: true,
  idempotent: true,
  errors: ["gift_taken"],
  request: nothing,
  response: balance,
});
