/** Beats a minute that can be tapped. */
const TAPPED = [30, 300] as const;
/** Taps from which a tempo is told, and seconds after which a tap begins anew. */
const FEWEST = 4;
const REST = 2.5;

/**
 * The tempo of taps, by the line of least squares through the last of them.
 * @param times places in the song at which was tapped, in seconds
 * @returns beats a minute and the time of the first tap, in seconds; null until there are enough
 */
export function tapped(
  times: readonly number[],
): { readonly bpm: number; readonly first: number } | null {
  let begin = times.length - 1;
  while (begin > 0) {
    const gap = times[begin]! - times[begin - 1]!;
    if (gap <= 0 || gap > REST) break;
    begin--;
  }
  const run = times.slice(Math.max(0, begin));
  if (run.length < FEWEST) return null;
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
  if (bpm < TAPPED[0] || bpm > TAPPED[1]) return null;
  return { bpm, first: Math.max(0, mean - middle * step) };
}
