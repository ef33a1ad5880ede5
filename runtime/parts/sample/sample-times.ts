/**
 * Length of the reading, and when each word of its two sentences begins, in seconds
 * (`bench/audio/make-text-samples.ts`).
 */
export const SAMPLE_TIMES = {
  seconds: 6.28,
  starts: [
    [0.26, 0.34, 0.58, 1.14, 1.26, 1.44, 2.14, 2.36],
    [3.28, 3.38, 3.66, 3.9, 4.06, 4.7, 4.92, 5.22],
  ],
} as const;
