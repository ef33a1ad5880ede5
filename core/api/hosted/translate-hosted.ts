import * as z from "zod/mini";
import { CHARACTERS_A_SECOND, HOSTED_LIMITS } from "../../hosted/limits.ts";
import { defineCall } from "../contract/call.ts";
import { localeCode, name } from "../contract/shapes.ts";

/** API-17 */
export const translateHosted = defineCall({
  name: "translateHosted",
  summary: "Has texts translated by the model that the operator has named, for a job that pays.",
  description: `They take a second of the hosted work that the job has paid for, for every ${CHARACTERS_A_SECOND} characters. A job that is refunded is charged for it in proportion.`,
  method: "POST",
  path: "/audio/api/v1/hosted/translate",
  signedIn: true,
  idempotent: "call",
  errors: ["not_found", "usage_closed", "too_many_tries", "hosted_unusable"],
  request: z.object({
    /** Job that pays. */
    usage_id: name,
    from: localeCode,
    to: localeCode,
    texts: z
      .array(z.string().check(z.minLength(1), z.maxLength(HOSTED_LIMITS.text)))
      .check(z.minLength(1), z.maxLength(HOSTED_LIMITS.texts)),
  }),
  /** One translation per text, in the same order. */
  response: z.object({ texts: z.array(z.string()) }),
});
