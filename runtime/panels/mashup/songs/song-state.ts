import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { beatsNear, type SongKey } from "#audio/music/match-songs.ts";
import { type SongBeats, tempoOf } from "#audio/music/song-beats.ts";
import type { Take } from "./params.ts";

/** The detected or corrected properties of a song. */
export interface SongSetup {
  readonly take: Take;
  /** Null if no beat was detected or tapped. */
  readonly beats: SongBeats | null;
  /** In order: one key for the whole song, or one per section; empty if unknown. */
  readonly keys: readonly SongKey[];
  /** Seconds. */
  readonly seconds: number;
}

/** Beats of a song without detected ones: only the time signature. */
export const NO_BEATS: SongBeats = { beats: [], beatsPerBar: 4, division: 2, first: 0 };

/** By default the first song provides the vocals, the others the accompaniment. */
export const takeOf = (at: number): Take => (at === 0 ? "vocals" : "instrumental");

/** The detected keys of a song. */
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

/**
 * Songs with beats, counted at the multiple of their tempo that is nearest to that of the
 * accompaniment.
 */
export type CountedSong = SongSetup & { readonly beats: SongBeats };

/** Null while a song has no beats. */
export function countedSongs(songs: readonly SongSetup[]): readonly CountedSong[] | null {
  const counted = songs.filter((song): song is CountedSong => (song.beats?.beats.length ?? 0) > 1);
  if (counted.length < songs.length || counted.length === 0) return null;
  const music = counted.find(({ take }) => take !== "vocals") ?? counted[0]!;
  const bpm = tempoOf(music.beats);
  return counted.map((song) => ({ ...song, beats: beatsNear(song.beats, bpm) }));
}
