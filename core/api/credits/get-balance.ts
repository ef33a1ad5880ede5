import { defineCall, nothing } from "../contract/call.ts";
import { balance } from "../contract/shapes.ts";
/** API-9 */
export const getBalance = defineCall({
  name: "getBalance",
  summary: "The credits at hand.",
  method: "GET",
  path: "/audio/api/user/credits/balance",
  signedIn: true,
  request: nothing,
  response: balance,
});
