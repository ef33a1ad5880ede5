import type { Match } from "#audio/music/match-songs.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { tempoOf } from "#audio/music/song-beats.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { SongCard } from "./SongCard.tsx";
import type { CountedSong } from "./song-state.ts";
import css from "./songs.module.css";
import type { Setups } from "./use-setups.ts";

/** The songs of a mashup with their analysis. */
export function SongList({
  files,
  setups,
  counted,
  match,
  net,
}: {
  readonly files: readonly TrayFile[];
  readonly setups: Setups;
  /** Null while a song has no beats. */
  readonly counted: readonly CountedSong[] | null;
  /** Null until the match is known. */
  readonly match: Match | null;
  /** The model that separates songs; null for the built-in engine. */
  readonly net: OfferedModel | null;
}) {
  const isPending = files.length > 1 && setups.all.includes(null);
  return (
    <ul className={css["songs"]}>
      {files.map((file, at) => (
        <li key={file.id}>
          <SongCard
            file={file}
            at={at}
            setup={setups.all[at]!}
            net={net}
            fit={
              match
                ? {
                    tempo: match.bpm / tempoOf(counted![at]!.beats),
                    shifts: match.shifts[at]!,
                  }
                : isPending
                  ? "pending"
                  : null
            }
            onFound={(setup) => setups.find(at, setup)}
            onChange={(setup) => setups.correct(at, setup)}
          />
        </li>
      ))}
    </ul>
  );
}
