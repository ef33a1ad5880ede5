/**
 * Lengths in seconds below which a guessed time is rounded to so many seconds. A step is a quarter of the
 * length at most, so that a time that turns out too short can rise step by step.
 */
const STEPS = [
  [20, 1],
  [60, 5],
  [600, 10],
  [3600, 60],
  [Infinity, 300],
] as const;

/**
 * Rounds a guessed length of time as it is shown: coarser the longer it is, and never to nothing.
 * @param seconds any number; what is not finite is given back
 * @returns seconds
 */
export function roundTime(seconds: number): number {
  const [, step] = STEPS.find(([below]) => seconds < below) ?? STEPS[4];
  return Math.max(1, Math.round(seconds / step)) * step;
}
