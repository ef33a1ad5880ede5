import type { SongAnalysis } from "../../../../../audio/music/analyze-song.ts";
import { nameOfKey } from "../../../../../audio/music/key.ts";
import type { LocaleValue } from "../../../../i18n/context.tsx";
import type { PracticeState } from "./practice.ts";
import { gridOf } from "./practice.ts";

type Pace = Pick<PracticeState, "tempo" | "semitones">;

/**
 * Tempo and key of a song, as they are heard.
 * @returns each null where it was not found
 */
export function songFacts(
  song: SongAnalysis | null,
  { tempo, semitones }: Pace,
  t: LocaleValue["t"],
): { readonly tempo: string | null; readonly key: string | null } {
  return {
    tempo: song?.beat
      ? t("panel-kit:song.bpm", {
          value: ((gridOf(song.beat)?.bpm ?? song.beat.bpm) * tempo) / 100,
        })
      : null,
    key: song?.key
      ? nameOfKey({ ...song.key, tonic: (song.key.tonic + semitones + 24) % 12 })
      : null,
  };
}

/** Parts of a line, without those that are missing. */
export const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(" · ");
