/**
 * Durations in seconds and the step to which shorter ones are rounded. A step is at most a quarter
 * of the duration, so that an underestimate can rise step by step.
 */
const STEPS = [
  [20, 1],
  [60, 5],
  [600, 10],
  [3600, 60],
  [Infinity, 300],
] as const;

/**
 * Rounds an estimated duration for display: coarser the longer it is, and never to zero.
 * @param seconds any number; non-finite ones are returned unchanged
 * @returns seconds
 */
export function roundTime(seconds: number): number {
  const [, step] = STEPS.find(([below]) => seconds < below) ?? STEPS[4];
  return Math.max(1, Math.round(seconds / step)) * step;
}
