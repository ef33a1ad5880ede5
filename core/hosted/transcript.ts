import * as z from "zod/mini";

const seconds = z.number().check(z.minimum(0));

/** What a hosted model has written down of a piece of a recording; times are within the piece. */
export const hostedTranscript = z.object({
  text: z.string(),
  /** ISO 639; null where the service does not tell. */
  language: z.nullable(z.string()),
  segments: z.array(
    z.object({
      start: seconds,
      end: seconds,
      text: z.string(),
      /** 0 to 1; null where the service does not tell. */
      confidence: z.nullable(z.number()),
    }),
  ),
  /** Empty where the service gives no times of words. */
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })),
});
export type HostedTranscript = z.output<typeof hostedTranscript>;

/** Of the sound that is sent: Hz, and seconds of a piece at most. */
export const HOSTED_RATE = 16_000;
export const HOSTED_PIECE = 300;
