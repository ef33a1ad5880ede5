import * as z from "zod/mini";
import { HOSTED_LIMITS } from "../../hosted/limits.ts";
import { defineCall } from "../contract/call.ts";
import { localeCode, name } from "../contract/shapes.ts";

/** API-17 */
export const writeScriptHosted = defineCall({
  name: "writeScriptHosted",
  summary: "Has the script of an episode written by the model that the operator has named.",
  description:
    "It takes its minutes of the hosted work that the job has paid for. A job that is refunded is charged for it in proportion.",
  method: "POST",
  path: "/audio/api/v1/hosted/script",
  signedIn: true,
  idempotent: "call",
  errors: ["not_found", "usage_closed", "too_many_tries", "hosted_unusable"],
  request: z.object({
    /** Job that pays. */
    usage_id: name,
    title: z.string().check(z.maxLength(HOSTED_LIMITS.title)),
    language: localeCode,
    tone: z.enum(["plain", "chatty"]),
    minutes: z.number().check(z.minimum(1), z.maximum(60)),
    /** Sentences of the source text. */
    sentences: z
      .array(z.string().check(z.maxLength(HOSTED_LIMITS.source)))
      .check(z.minLength(1), z.maxLength(HOSTED_LIMITS.sentences)),
  }),
  response: z.object({
    lines: z.array(
      z.object({
        host: z.union([z.literal(0), z.literal(1)]),
        text: z.string(),
        /** Index of the sentence that the line is based on; null when there is none. */
        source: z.nullable(z.number()),
        /** Title of the chapter that starts here; null when none does. */
        chapter: z.nullable(z.string()),
      }),
    ),
  }),
});
