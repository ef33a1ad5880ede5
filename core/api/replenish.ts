import { defineCall, nothing } from "./call.ts";
import { balance } from "./shapes.ts";
/** API-11 Adds the credits of the gift, once per user. */
export const replenish = defineCall({
  method: "POST",
  path: "/audio/api/user/credits/replenish",
  signedIn: true,
  idempotent: true,
  request: nothing,
  answer: balance,
});
