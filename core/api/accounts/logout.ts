import { defineCall, ignored, nothing } from "../contract/call.ts";

/** API-17 */
export const logout = defineCall({
  name: "logout",
  summary: "Ends the token that is sent with it.",
  method: "POST",
  path: "/audio/api/user/logout",
  repeatable: true,
  signedIn: true,
  request: nothing,
  response: ignored,
});
