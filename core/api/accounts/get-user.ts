import { defineCall, nothing } from "../contract/call.ts";
import { userInfo } from "../contract/shapes.ts";
/** API-6 */
export const getUser = defineCall({
  name: "getUser",
  summary: "Who is signed in.",
  method: "GET",
  path: "/audio/api/user/info",
  signedIn: true,
  request: nothing,
  response: userInfo,
});
