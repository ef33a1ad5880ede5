import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { beatsNear, type SongKey } from "#audio/music/match-songs.ts";
import { type SongBeats, tempoOf } from "#audio/music/song-beats.ts";
import type { Take } from "./params.ts";

/** What is set of a song: what was found, or what somebody corrected. */
export interface SongSetup {
  readonly take: Take;
  /** Null: there is no beat, and none was tapped. */
  readonly beats: SongBeats | null;
  /** In their order: one for all of it, or each section's; none where nobody knows. */
  readonly keys: readonly SongKey[];
  /** Seconds. */
  readonly seconds: number;
}

/** Beats where none were found: nothing but how they would make bars. */
export const NO_BEATS: SongBeats = { beats: [], beatsPerBar: 4, division: 2, first: 0 };

/** The first song gives the vocals, the others the music. */
export const takeOf = (at: number): Take => (at === 0 ? "vocals" : "instrumental");

/** The keys that were found of a song. */
export const keysOf = ({ key, keys }: Pick<SongAnalysis, "key" | "keys">): readonly SongKey[] =>
  (keys ?? (key ? [{ ...key, from: 0 }] : [])).map(({ tonic, mode, from }) => ({
    tonic,
    mode,
    from,
  }));

export const setupOf = (found: SongAnalysis, at: number): SongSetup => ({
  take: takeOf(at),
  beats: found.beat && {
    beats: found.beat.beats,
    beatsPerBar: found.beat.beatsPerBar,
    division: found.beat.division,
    first: found.beat.first,
  },
  keys: keysOf(found),
  seconds: found.seconds,
});

/** Songs with a beat, each counted as near to the music's tempo as it comes. */
export type CountedSong = SongSetup & { readonly beats: SongBeats };

/** Null while a song has no beat. */
export function countedSongs(songs: readonly SongSetup[]): readonly CountedSong[] | null {
  const counted = songs.filter((song): song is CountedSong => (song.beats?.beats.length ?? 0) > 1);
  if (counted.length < songs.length || counted.length === 0) return null;
  const music = counted.find(({ take }) => take !== "vocals") ?? counted[0]!;
  const bpm = tempoOf(music.beats);
  return counted.map((song) => ({ ...song, beats: beatsNear(song.beats, bpm) }));
}
