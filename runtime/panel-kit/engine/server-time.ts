import type { JobPace } from "#core/api/contract/job-shapes.ts";

/**
 * Seconds that the tasks of a job take on the site's servers, by how fast finished ones were.
 * @param calls of the job; missing: the only one of the tool
 * @param model id of the chosen model; null for the built-in engine
 * @returns null if one of them has not been measured, or the length of a file is not known
 */
export function serverTime(
  paces: readonly JobPace[],
  {
    lengths,
    model,
    calls = [...new Set(paces.map(({ call }) => call))],
  }: {
    /** Seconds of each file; null if it is not known. */
    readonly lengths: readonly (number | null)[];
    readonly model: string | null;
    readonly calls?: readonly string[] | undefined;
  },
): number | null {
  const found = calls.map((call) =>
    // The new voice of a cover needs no model, whatever separates its song.
    paces.find((one) => one.call === call && (one.model === model || call === "cover")),
  );
  if (found.length === 0) return null;
  const seconds = lengths.reduce<number>((sum, length) => sum + (length ?? Number.NaN), 0);
  if (!(seconds > 0)) return null;
  return found.reduce<number | null>(
    (sum, one) => (sum === null || !one ? null : sum + one.pace * seconds),
    0,
  );
}
