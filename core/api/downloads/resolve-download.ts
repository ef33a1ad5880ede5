import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

/** API-17 */
export const resolveDownload = defineCall({
  name: "resolveDownload",
  summary: "What is behind a link.",
  method: "POST",
  path: "/audio/api/v1/download/resolve",
  signedIn: true,
  errors: ["source_blocked", "source_unsupported", "source_unavailable", "source_too_large"],
  request: z.object({ url: z.string().check(z.maxLength(2048)) }),
  answer: z.object({
    title: z.string(),
    /** Seconds; null where it cannot be known. */
    duration: z.nullable(z.number()),
    formats: z.array(
      z.object({
        id: z.string(),
        /** MIME type. */
        type: z.string(),
        /** Bytes; null where it cannot be known. */
        size: z.nullable(z.number()),
        /** Path and query of the stream, with its ticket. */
        stream: z.string(),
      }),
    ),
  }),
});
