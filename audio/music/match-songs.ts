import type { Warp } from "../stretch/warp.ts";
import type { Key } from "./key.ts";
import {
  doubleBeats,
  halveBeats,
  placeOfTime,
  type SongBeats,
  tempoOf,
  timeOfPlace,
} from "./song-beats.ts";

/** What is to be matched of a song. */
export interface SongToMatch {
  readonly beats: SongBeats;
  /** Its keys in their order; none where nobody knows: it stays where it is. */
  readonly keys: readonly SongKey[];
  readonly seconds: number;
}

/** A key, from a second of its song on; the first holds before it, too. */
export interface SongKey extends Key {
  readonly from: number;
}

/** Semitones by which a song is shifted, from a second of it on; the first holds before it, too. */
export interface Shift {
  readonly from: number;
  readonly semitones: number;
}

/** The tempo and the pitch at which songs meet. */
export interface Match {
  /** Beats a minute. */
  readonly bpm: number;
  /** By how much each song is shifted, −6 to 5: from each of its keys that needs another shift than the one before. */
  readonly shifts: readonly (readonly Shift[])[];
}

/** Beats as they are, twice or half as many: as near to a tempo as they come. */
export function beatsNear<T extends SongBeats>(song: T, bpm: number): T {
  const off = (beats: SongBeats) => Math.abs(Math.log2(tempoOf(beats) / bpm));
  return [song, doubleBeats(song), halveBeats(song)].reduce((best, one) =>
    off(one) < off(best) - 1e-6 ? one : best,
  );
}

/** The major key with the same notes, in semitones above C. */
const notesOf = ({ tonic, mode }: Key): number => (mode === "major" ? tonic : (tonic + 3) % 12);

/** From one pitch class to another, the shorter way: −6 to 5. */
const wayTo = (from: number, to: number): number => ((((to - from + 6) % 12) + 12) % 12) - 6;

/**
 * The tempo and the key at which songs change least in all, by the sum of squares: in octaves of the
 * tempo, in semitones of the pitch, each section of a song by its part of the song. Songs meet in the same
 * notes, a key or its relative, and stay there where one of them goes to another key. Tempi are near each
 * other, see `beatsNear`.
 */
export function matchSongs(songs: readonly SongToMatch[]): Match {
  const tempi = songs.map(({ beats }) => Math.log2(tempoOf(beats)));
  const bpm = 2 ** (tempi.reduce((sum, one) => sum + one, 0) / Math.max(1, tempi.length));
  const notes = bestNotes(songs);
  const shifts = songs.map(({ keys }): readonly Shift[] => {
    const all = keys.map((key) => ({ from: key.from, semitones: wayTo(notesOf(key), notes) }));
    const changes = all.filter(({ semitones }, at) => semitones !== all[at - 1]?.semitones);
    return changes.length > 0 ? changes : [{ from: 0, semitones: 0 }];
  });
  return { bpm: Math.round(10 * bpm) / 10, shifts };
}

function bestNotes(songs: readonly SongToMatch[]): number {
  const costOf = ({ keys, seconds }: SongToMatch, notes: number): number =>
    keys.reduce((sum, key, at) => {
      const start = at === 0 ? 0 : key.from;
      const part = ((keys[at + 1]?.from ?? seconds) - start) / seconds;
      return sum + part * wayTo(notesOf(key), notes) ** 2;
    }, 0);
  const costs = Array.from({ length: 12 }, (_, notes) =>
    songs.reduce((sum, song) => sum + costOf(song, notes), 0),
  );
  return costs.indexOf(Math.min(...costs));
}

/** How a song lies on bars of another tempo. */
export interface FittedSong {
  readonly warp: Warp;
  /** Bars before the one whose line is the first in the song: what comes before it lies in these. */
  readonly lead: number;
  /** Bars from the first one on, `lead` among them, the last one perhaps in part. */
  readonly bars: number;
}

/**
 * Moves each beat of a song onto that of a tempo. The song begins on a bar line, and changes its pitch on
 * the one that is nearest.
 * @param seconds of the song
 */
export function fitSong(
  song: SongBeats,
  {
    bpm,
    shifts,
    seconds,
  }: { readonly bpm: number; readonly shifts: readonly Shift[]; readonly seconds: number },
): FittedSong {
  const { beats, beatsPerBar, first } = song;
  const before = first - placeOfTime(song, 0);
  const lead = Math.ceil(before / beatsPerBar - 1e-6);
  const start = first - lead * beatsPerBar;
  const length = placeOfTime(song, seconds) - start;
  const period = 60 / bpm;
  const places = [start, ...beats.map((_, i) => i).filter((i) => i > start), start + length]
    .filter((place) => place <= start + length)
    .filter((place, i, all) => i === 0 || place > all[i - 1]! + 1e-9);
  const barOf = (time: number): number =>
    Math.round((placeOfTime(song, time) - start) / beatsPerBar);
  return {
    warp: {
      knots: places.map((place) => [(place - start) * period, timeOfPlace(song, place)]),
      seconds: length * period,
      pitch: shifts.map(({ from, semitones }, at) => [
        at === 0 ? 0 : barOf(from) * beatsPerBar * period,
        semitones,
      ]),
    },
    lead,
    bars: Math.ceil(length / beatsPerBar - 1e-6),
  };
}
