import { defineCall, nothing } from "./call.ts";
import { balance } from "./shapes.ts";
/** API-10 Claims the daily credits. */
export const claimDaily = defineCall({
  method: "POST",
  path: "/audio/api/user/daily/credits/add",
  signedIn: true,
  idempotent: true,
  request: nothing,
  answer: balance,
});
