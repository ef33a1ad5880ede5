import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";
import { LONGEST_REVIEW, name, proof } from "../contract/shapes.ts";

/** API-17 SEO-2 */
export const rateTool = defineCall({
  name: "rateTool",
  summary: "Keeps what a visitor thinks of a tool.",
  description:
    "Nobody has to be signed in. A visitor, or an account, has one rating for each tool: a later one replaces it. Of the visitor's number a keyed digest is kept.",
  method: "POST",
  path: "/audio/api/v1/rating/save",
  signedIn: false,
  errors: ["proof_needed", "not_found", "not_signed_in"],
  request: z.object({
    tool: name,
    stars: z.number().check(z.int(), z.minimum(1), z.maximum(5)),
    review: z.optional(z.string().check(z.maxLength(LONGEST_REVIEW))),
    /** Random visitor id of the browser (USR-13). */
    visitor: z.string().check(z.maxLength(64), z.regex(/^[\w-]{8,64}$/)),
    /** Code of the page's language. */
    locale: z.string().check(z.maxLength(35)),
    proof: z.optional(proof),
  }),
  response: z.object({ stars: z.number() }),
});
