import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name, paging, usagePage } from "../contract/shapes.ts";
/** API-12 */
export const getUsagePage = defineCall({
  name: "getUsagePage",
  summary: "A page of the usage history, the newest first.",
  method: "POST",
  path: "/audio/api/v1/history/usage-record/page",
  repeatable: true,
  signedIn: true,
  request: z.object({ ...paging, tool: z.optional(name) }),
  response: usagePage,
});
