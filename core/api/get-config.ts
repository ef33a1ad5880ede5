import { defineCall, nothing } from "./call.ts";
import { userConfig } from "./shapes.ts";
/** API-7 What the user has chosen. */
export const getConfig = defineCall({
  method: "GET",
  path: "/audio/api/user/config/get",
  signedIn: true,
  request: nothing,
  answer: userConfig,
});
