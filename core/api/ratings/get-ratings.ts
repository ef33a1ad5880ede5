import * as z from "zod/mini";
import { defineCall, nothing } from "../contract/call.ts";

/** CLI-14 */
export const getRatings = defineCall({
  name: "getRatings",
  summary: "How each tool is rated, for the operator.",
  description: "Tools that nobody has rated are not in it.",
  method: "GET",
  path: "/audio/api/v1/rating/summary",
  signedIn: false,
  operator: true,
  errors: ["forbidden"],
  request: nothing,
  response: z.object({
    ratings: z.array(
      z.object({
        tool: z.string(),
        /** Mean of the stars, from 1 to 5, with two decimals. */
        value: z.number(),
        count: z.number(),
        /** Ratings with a review. */
        reviews: z.number(),
      }),
    ),
  }),
});
