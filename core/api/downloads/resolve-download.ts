import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

/** API-17 */
export const resolveDownload = defineCall({
  name: "resolveDownload",
  summary: "What is behind a link.",
  method: "POST",
  path: "/audio/api/v1/download/resolve",
  signedIn: true,
  errors: [
    "source_off",
    "source_blocked",
    "source_unsupported",
    "source_unavailable",
    "source_too_large",
    "source_too_complex",
    "source_not_found",
    "source_private",
    "source_login",
    "source_region",
    "source_protected",
    "source_live",
    "source_refused",
    "source_changed",
    "source_limited",
    "source_paywall",
  ],
  request: z.object({ url: z.string().check(z.maxLength(2048)) }),
  answer: z.object({
    title: z.string(),
    /** Whose it is; null where nobody says. */
    author: z.nullable(z.string()),
    /** Seconds; null where it cannot be known. */
    duration: z.nullable(z.number()),
    /** Path and query of a picture, with its ticket. */
    picture: z.nullable(z.string()),
    chapters: z.array(z.object({ start: z.number(), title: z.string() })),
    /** None where it is a list. */
    formats: z.array(
      z.object({
        id: z.string(),
        /** `video`: pictures without sound. */
        kind: z.enum(["audio", "video", "both"]),
        /** MIME type. */
        type: z.string(),
        /** Such as `opus`; null where it cannot be known. */
        codec: z.nullable(z.string()),
        /** Bits a second; null where it cannot be known. */
        bitrate: z.nullable(z.number()),
        /** Pixels of the picture; null where there is none, or nobody says. */
        height: z.nullable(z.number()),
        /** Bytes; null where it cannot be known. */
        size: z.nullable(z.number()),
        /** Whether it comes in parts, from the one that `part` of the query says. */
        parted: z.boolean(),
        /** Path and query of the stream, with its ticket. */
        stream: z.string(),
      }),
    ),
    /** What a list holds: links that can be resolved themselves. */
    entries: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        /** Seconds; null where it cannot be known. */
        duration: z.nullable(z.number()),
        /** Epoch milliseconds; null where nobody says. */
        published: z.nullable(z.number()),
      }),
    ),
  }),
});
