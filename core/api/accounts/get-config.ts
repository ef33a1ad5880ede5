import { defineCall, nothing } from "../contract/call.ts";
import { userConfig } from "../contract/shapes.ts";
/** API-7 */
export const getConfig = defineCall({
  name: "getConfig",
  summary: "What the user has chosen.",
  method: "GET",
  path: "/audio/api/user/config/get",
  signedIn: true,
  request: nothing,
  response: userConfig,
});
