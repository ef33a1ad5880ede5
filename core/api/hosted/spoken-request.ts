import * as z from "zod/mini";
import { localeCode, name } from "../contract/shapes.ts";
import { HOSTED_LIMITS } from "../../hosted/limits.ts";

/** A text that a hosted voice is to speak. */
export const spokenRequest = z.object({
  /** Of the job that pays. */
  usage_id: name,
  /** Id of one of the voices that the operator has named. */
  voice: name,
  language: localeCode,
  text: z.string().check(z.minLength(1), z.maxLength(HOSTED_LIMITS.text)),
  /** Factor of the voice's own pace. */
  speed: z.number().check(z.minimum(0.25), z.maximum(4)),
});
export type SpokenRequest = z.output<typeof spokenRequest>;
