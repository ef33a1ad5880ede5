import * as z from "zod/mini";
import { defineCall } from "../contract/call.ts";

const seconds = z.number().check(z.minimum(0), z.maximum(86_400));
const short = z.string().check(z.maxLength(300));

/** API-17 */
export const savePodcast = defineCall({
  name: "savePodcast",
  summary: "Shares a podcast.",
  method: "POST",
  path: "/audio/api/v1/podcast/save",
  seconds: 120,
  signedIn: true,
  errors: ["not_found"],
  request: z.object({
    title: short,
    /** BCP 47 */
    language: z.string().check(z.maxLength(35), z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
    duration: seconds,
    audio_url: z.string().check(z.maxLength(2048)),
    transcript: z
      .array(
        z.object({
          start: seconds,
          end: seconds,
          speaker: short,
          text: z.string().check(z.maxLength(5000)),
          /** Title of the chapter that begins with this line. */
          chapter: z.optional(short),
        }),
      )
      .check(z.maxLength(10_000)),
  }),
  response: z.object({ id: z.string() }),
});
