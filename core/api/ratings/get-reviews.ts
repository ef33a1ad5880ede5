import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name, paging, reviewPage } from "../contract/shapes.ts";

/** CLI-14 */
export const getReviews = defineCall({
  name: "getReviews",
  summary: "A page of what visitors have rated and written, for the operator; the newest first.",
  method: "POST",
  path: "/audio/api/v1/rating/page",
  signedIn: false,
  operator: true,
  request: z.object({ ...paging, tool: z.optional(name) }),
  answer: reviewPage,
});
