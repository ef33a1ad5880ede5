import { defineCall } from "../contract/call.ts";
import { userConfig } from "../contract/shapes.ts";
/** API-7 */
export const updateConfig = defineCall({
  name: "updateConfig",
  summary: "Chooses whether notices come by e-mail.",
  method: "POST",
  path: "/audio/api/user/config/update",
  signedIn: true,
  request: userConfig,
  response: userConfig,
});
