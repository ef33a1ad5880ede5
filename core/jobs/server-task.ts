import * as z from "zod/mini";

/**
 * What a job on the operator's machines does with its upload: `run` applies an effect to a sound
 * and writes the result to a file. All values are texts that `parseValues` of the effect's
 * parameters reads.
 */
export const serverTask = z.object({
  call: z.enum(["run"]),
  /** Id of the effect. */
  effect: z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]{0,63}$/)),
  values: z
    .array(
      z.object({
        name: z.string().check(z.maxLength(64)),
        value: z.string().check(z.maxLength(20_000)),
      }),
    )
    .check(z.maxLength(50)),
  /** Format of the result, such as `wav16`, `flac` or `mp3`. */
  format: z.string().check(z.maxLength(8), z.regex(/^[a-z0-9]{2,8}$/)),
});
export type ServerTask = z.output<typeof serverTask>;

/** Facts that a worker measures. */
export const jobResult = z.object({
  /** Extension of the result's file name, without the dot. */
  ending: z.string(),
  bytes: z.number(),
  /** SHA-256 of the result, in hexadecimal. */
  sha256: z.string(),
  /** Length of the result. */
  seconds: z.number(),
});
export type JobResult = z.output<typeof jobResult>;
