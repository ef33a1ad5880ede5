import { defineCall } from "./call.ts";
import { userConfig } from "./shapes.ts";
/** API-7 Chooses whether notices come by e-mail. */
export const updateConfig = defineCall({
  method: "POST",
  path: "/audio/api/user/config/update",
  signedIn: true,
  request: userConfig,
  answer: userConfig,
});
