import type { Warp } from "../stretch/warp.ts";
import type { Key } from "./key.ts";
import {
  doubleBeats,
  halveBeats,
  beatPositionAt,
  type SongBeats,
  tempoOf,
  timeAtBeatPosition,
} from "./song-beats.ts";

/** Input of the matching. */
export interface SongToMatch {
  readonly beats: SongBeats;
  /** Keys in order; empty if unknown, in which case the pitch is not changed. */
  readonly keys: readonly SongKey[];
  readonly seconds: number;
}

/** A key from a time in seconds on; the first one also applies before its time. */
export interface SongKey extends Key {
  readonly from: number;
}

/**
 * A transposition in semitones from a time in seconds on; the first one also applies before its
 * time.
 */
export interface Shift {
  readonly from: number;
  readonly semitones: number;
}

/** Common tempo, and transpositions of the songs. */
export interface Match {
  /** Beats per minute. */
  readonly bpm: number;
  /** Transpositions of each song, −6 to 5; one entry per change. */
  readonly shifts: readonly (readonly Shift[])[];
}

/** Halves or doubles the beats to the tempo nearest to `bpm`. */
export function beatsNear<T extends SongBeats>(song: T, bpm: number): T {
  const off = (beats: SongBeats) => Math.abs(Math.log2(tempoOf(beats) / bpm));
  return [song, doubleBeats(song), halveBeats(song)].reduce((best, one) =>
    off(one) < off(best) - 1e-6 ? one : best,
  );
}

/** Tonic of the relative major key, in semitones above C. */
const relativeMajor = ({ tonic, mode }: Key): number =>
  mode === "major" ? tonic : (tonic + 3) % 12;

/** Shortest interval between two pitch classes: −6 to 5. */
const pitchClassInterval = (from: number, to: number): number =>
  ((((to - from + 6) % 12) + 12) % 12) - 6;

/**
 * The tempo and key that minimize the sum of squared changes: octaves of the tempo, and semitones
 * of the pitch, with each key section weighted by its length. Songs are transposed to the same
 * notes (a key or its relative), and follow the key changes of none. Tempi must be close to each
 * other, see `beatsNear`.
 */
export function matchSongs(songs: readonly SongToMatch[]): Match {
  const tempi = songs.map(({ beats }) => Math.log2(tempoOf(beats)));
  const bpm = 2 ** (tempi.reduce((sum, one) => sum + one, 0) / Math.max(1, tempi.length));
  const notes = bestNotes(songs);
  const shifts = songs.map(({ keys }): readonly Shift[] => {
    const all = keys.map((key) => ({
      from: key.from,
      semitones: pitchClassInterval(relativeMajor(key), notes),
    }));
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
      return sum + part * pitchClassInterval(relativeMajor(key), notes) ** 2;
    }, 0);
  const costs = Array.from({ length: 12 }, (_, notes) =>
    songs.reduce((sum, song) => sum + costOf(song, notes), 0),
  );
  return costs.indexOf(Math.min(...costs));
}

/** A song aligned to bars of another tempo. */
export interface FittedSong {
  readonly warp: Warp;
  /** Bars before the first bar line of the song; they contain everything before it. */
  readonly lead: number;
  /** Total number of bars including `lead`; the last one may be partial. */
  readonly bars: number;
}

/**
 * Maps each beat of a song to a beat at the given tempo. The song starts on a bar line, and changes
 * its pitch on the nearest bar line.
 * @param seconds duration of the song
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
  const before = first - beatPositionAt(song, 0);
  const lead = Math.ceil(before / beatsPerBar - 1e-6);
  const start = first - lead * beatsPerBar;
  const length = beatPositionAt(song, seconds) - start;
  const period = 60 / bpm;
  const beatPositions = [start, ...beats.map((_, i) => i).filter((i) => i > start), start + length]
    .filter((position) => position <= start + length)
    .filter((position, i, all) => i === 0 || position > all[i - 1]! + 1e-9);
  const barOf = (time: number): number =>
    Math.round((beatPositionAt(song, time) - start) / beatsPerBar);
  return {
    warp: {
      knots: beatPositions.map((position) => [
        (position - start) * period,
        timeAtBeatPosition(song, position),
      ]),
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
