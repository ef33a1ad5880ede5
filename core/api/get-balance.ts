import { defineCall, nothing } from "./call.ts";
import { balance } from "./shapes.ts";
/** API-9 The credits at hand. */
export const getBalance = defineCall({
  method: "GET",
  path: "/audio/api/user/credits/balance",
  signedIn: true,
  request: nothing,
  answer: balance,
});
