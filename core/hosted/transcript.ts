import * as z from "zod/mini";

const seconds = z.number().check(z.minimum(0));

/** Transcript of a chunk; times are relative to its start. */
export const hostedTranscript = z.object({
  text: z.string(),
  /** ISO 639; null when the service does not report it. */
  language: z.nullable(z.string()),
  segments: z.array(
    z.object({
      start: seconds,
      end: seconds,
      text: z.string(),
      /** 0 to 1; null when the service does not report it. */
      confidence: z.nullable(z.number()),
    }),
  ),
  /** Empty when the service reports no word times. */
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })),
});
export type HostedTranscript = z.output<typeof hostedTranscript>;

/** Sample rate in Hz and maximum length of a chunk in seconds. */
export const HOSTED_RATE = 16_000;
export const HOSTED_CHUNK_SECONDS = 300;
