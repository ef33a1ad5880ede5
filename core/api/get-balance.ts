import { defineCall, nothing } from "./call.ts";
import { balance } from "./shapes.ts";
/** API-9 */
export const getBalance = defineCall({
  name: "getBalance",
  summary: "The credits at hand.",
  method: "GET",
  path: "/audio/api/user/credits/balance",
  signedIn: true,
  request: nothing,
  answer: balance,
});
