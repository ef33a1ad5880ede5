import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { keysText } from "#runtime/audio/song/keys-text.ts";
import type { LocaleValue } from "#runtime/i18n/context.tsx";
import { type PracticeState, gridOf } from "./practice.ts";

type Pace = Pick<PracticeState, "tempo" | "semitones">;

/**
 * Tempo and keys of a song as texts.
 * @returns null for what was not detected
 */
export function songFacts(
  song: SongAnalysis | null,
  { tempo, semitones }: Pace,
  locale: Pick<LocaleValue, "t" | "format">,
): { readonly tempo: string | null; readonly key: string | null } {
  return {
    tempo: song?.beat
      ? locale.t("panel-kit:song.bpm", {
          value: ((gridOf(song.beat)?.bpm ?? song.beat.bpm) * tempo) / 100,
        })
      : null,
    key: song && keysText(song, semitones, locale),
  };
}

/** Joins the parts of a line that are present. */
export const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(" · ");
