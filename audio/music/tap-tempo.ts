/** Valid range in beats per minute. */
const BPM_RANGE = [30, 300] as const;
/** Minimum number of taps, and the pause in seconds that restarts the measurement. */
const MIN_TAPS = 4;
const REST = 2.5;

/**
 * Tempo of taps, by linear regression through the latest ones.
 * @param times of the taps in the song, in seconds
 * @returns beats per minute, and the time of the first tap in seconds; null with too few taps
 */
export function tempoFromTaps(
  times: readonly number[],
): { readonly bpm: number; readonly first: number } | null {
  let begin = times.length - 1;
  while (begin > 0) {
    const gap = times[begin]! - times[begin - 1]!;
    if (gap <= 0 || gap > REST) break;
    begin--;
  }
  const run = times.slice(Math.max(0, begin));
  if (run.length < MIN_TAPS) return null;
  const middle = (run.length - 1) / 2;
  const mean = run.reduce((sum, time) => sum + time, 0) / run.length;
  let slope = 0;
  let weight = 0;
  for (const [at, time] of run.entries()) {
    slope += (at - middle) * (time - mean);
    weight += (at - middle) ** 2;
  }
  const step = slope / weight;
  const bpm = 60 / step;
  if (bpm < BPM_RANGE[0] || bpm > BPM_RANGE[1]) return null;
  return { bpm, first: Math.max(0, mean - middle * step) };
}
