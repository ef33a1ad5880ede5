import { defineCall, nothing } from "./call.ts";
import { userInfo } from "./shapes.ts";
/** API-6 Who is signed in. */
export const getUser = defineCall({
  method: "GET",
  path: "/audio/api/user/info",
  signedIn: true,
  request: nothing,
  answer: userInfo,
});
