import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { name, paging, reviewPage } from "../contract/shapes.ts";

/** CLI-14 */
export const getReviews = defineCall({
  name: "getReviews",
  summary: "A page of what visitors have rated and written, for the operator; the newest first.",
  method: "POST",
  path: "/audio/api/v1/rating/page",
  repeatable: true,
  signedIn: false,
  operator: true,
  description:
    "With `before`, the id of the last rating of the page before, a page far down costs as much as the first; the number of the page has no effect then.",
  request: z.object({ ...paging, tool: z.optional(name), before: z.optional(name) }),
  response: reviewPage,
});
