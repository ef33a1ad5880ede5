import type { Clip } from "#audio/edit/edit.ts";

/**
 * A name for what clips sound like: those with the same name sound the same.
 * @param prints name what is in the files of sources
 * @returns null where there are none
 */
export function nameOfClips(
  clips: readonly Clip[],
  prints: Readonly<Record<string, string>>,
): string | null {
  if (clips.length === 0) return null;
  return JSON.stringify(
    clips.map(({ at, source, start, end, reversed, gain, fades }) => [
      prints[source],
      at,
      start,
      end,
      reversed,
      gain,
      fades,
    ]),
  );
}
