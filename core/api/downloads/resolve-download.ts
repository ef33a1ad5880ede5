import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

/** API-17 */
export const resolveDownload = defineCall({
  name: "resolveDownload",
  summary: "What is behind a link.",
  method: "POST",
  path: "/audio/api/v1/download/resolve",
  seconds: 120,
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
  response: z.object({
    title: z.string(),
    /** Null when unknown. */
    author: z.nullable(z.string()),
    /** Seconds; null when unknown. */
    duration: z.nullable(z.number()),
    /** Path and query of a picture, with its ticket. */
    picture: z.nullable(z.string()),
    chapters: z.array(z.object({ start: z.number(), title: z.string() })),
    /** Empty for a list. */
    formats: z.array(
      z.object({
        id: z.string(),
        /** `video`: without sound. */
        kind: z.enum(["audio", "video", "both"]),
        /** MIME type. */
        type: z.string(),
        /** Such as `opus`; null when unknown. */
        codec: z.nullable(z.string()),
        /** Bits per second; null when unknown. */
        bitrate: z.nullable(z.number()),
        /** Height of the picture in pixels; null without one or when unknown. */
        height: z.nullable(z.number()),
        /** Bytes; null when unknown. */
        size: z.nullable(z.number()),
        /** Whether it is sent in parts; `part` of the query is the first one. */
        parted: z.boolean(),
        /** Path and query of the stream, with its ticket. */
        stream: z.string(),
      }),
    ),
    /** Entries of a list: links that can be resolved. */
    entries: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        /** Seconds; null when unknown. */
        duration: z.nullable(z.number()),
        /** Epoch milliseconds; null when unknown. */
        published: z.nullable(z.number()),
      }),
    ),
  }),
});
