import { defineCall, ignored, nothing } from "./call.ts";

/** API-17 Ends the token that is sent with it. */
export const logout = defineCall({
  method: "POST",
  path: "/audio/api/user/logout",
  signedIn: true,
  request: nothing,
  answer: ignored,
});
