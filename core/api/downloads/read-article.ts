import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

/** API-17 */
export const readArticle = defineCall({
  name: "readArticle",
  summary: "The text of the article behind a link.",
  method: "POST",
  path: "/audio/api/v1/article/read",
  seconds: 60,
  signedIn: true,
  errors: [
    "source_off",
    "source_blocked",
    "source_unsupported",
    "source_unavailable",
    "source_too_large",
    "source_too_complex",
    "source_not_found",
    "source_login",
    "source_region",
    "source_refused",
    "source_limited",
    "source_paywall",
    "source_no_text",
  ],
  request: z.object({ url: z.string().check(z.maxLength(2048)) }),
  response: z.object({
    title: z.string(),
    /** Paragraphs, separated by empty lines. */
    text: z.string(),
    /** BCP 47, as the page declares it; null when it declares none. */
    language: z.nullable(z.string()),
  }),
});
