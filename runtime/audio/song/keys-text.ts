import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { nameOfKey } from "#audio/music/chart/spelling.ts";
import { transposeKey } from "#audio/music/key.ts";
import type { LocaleValue } from "../../i18n/context.tsx";

/**
 * The key of a song as text; if it changes, all keys with their start times.
 * @param semitones transposition
 * @returns null if no key was found
 */
export function keysText(
  { key, keys = [] }: Pick<SongAnalysis, "key" | "keys">,
  semitones: number,
  { t, format }: Pick<LocaleValue, "t" | "format">,
): string | null {
  const nameOf = (one: NonNullable<typeof key>): string =>
    format.ordered(nameOfKey(transposeKey(one, semitones)));
  if (keys.length < 2) return key && nameOf(key);
  return format.list(
    keys.map((one, at) =>
      at === 0
        ? nameOf(one)
        : t("panel-kit:song.keyFrom", { key: nameOf(one), time: format.clock(one.from) }),
    ),
  );
}
