import type { Clip } from "#audio/edit/edit.ts";

/**
 * A cache key for clips: clips with the same key sound the same.
 * @param digests digests of the files, by source
 * @returns null if there are no clips
 */
export function clipFingerprint(
  clips: readonly Clip[],
  digests: Readonly<Record<string, string>>,
): string | null {
  if (clips.length === 0) return null;
  return JSON.stringify(
    clips.map(({ at, source, start, end, reversed, gain, fades, envelope }) => [
      digests[source],
      at,
      start,
      end,
      reversed,
      gain,
      fades,
      envelope,
    ]),
  );
}
