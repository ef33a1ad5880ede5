import * as z from "zod/mini";
import { localeCode, name } from "./shapes.ts";
import { HOSTED_LIMITS } from "../../hosted/limits.ts";

/** Request of speech synthesis. */
export const spokenRequest = z.object({
  /** Job that pays. */
  usage_id: name,
  /** Id of one of the operator's voices. */
  voice: name,
  language: localeCode,
  text: z.string().check(z.minLength(1), z.maxLength(HOSTED_LIMITS.text)),
  /** Factor of the voice's default speed. */
  speed: z.number().check(z.minimum(0.25), z.maximum(4)),
});
export type SpokenRequest = z.output<typeof spokenRequest>;
