import type { Chord } from "../chords/chord.ts";
import type { Bars } from "../bars.ts";
import type { TimedChord } from "../chords/find-chords.ts";
import type { Key } from "../key.ts";
import type { KeySection } from "../key-sections.ts";
import { fillStart, type SongBeats } from "../song-beats.ts";

/** A chord from a beat of a bar on; null: none. */
export interface ChartChord {
  /** 0: the first beat of the bar. */
  readonly beat: number;
  readonly chord: Chord | null;
}

export interface ChartBar {
  /** Index of its first beat in `SongChart.beats`. */
  readonly start: number;
  /** Beats; fewer than `beatsPerBar` in a pickup and at the end. */
  readonly length: number;
  /** The first one at beat 0, even if the chord continues from the bar before. */
  readonly chords: readonly ChartChord[];
  readonly key: Key | null;
}

/** A song as bars with chords. */
export interface SongChart {
  /**
   * Seconds at which beats begin, and at which the last one ends. The first one is at less than half
   * a beat.
   */
  readonly beats: readonly number[];
  readonly beatsPerBar: Bars["beatsPerBar"];
  /** Subdivision of a beat: 3 in 6/8. */
  readonly division: 2 | 3;
  /** Beats per minute. */
  readonly bpm: number;
  readonly steady: boolean;
  readonly bars: readonly ChartBar[];
}

/** What a chart is made from. */
export interface ChartSource {
  readonly seconds: number;
  readonly beat: (SongBeats & { readonly bpm: number; readonly steady: boolean }) | null;
  readonly keys?: readonly KeySection[];
  readonly chords?: readonly TimedChord[];
}

/** Without a beat: bars of four half-second beats. */
const UNMEASURED = { beatsPerBar: 4, division: 2, first: 0, bpm: 120, steady: true } as const;

/**
 * Arranges the chords of a song in bars. Beats are those that were found, and those extrapolated
 * before them; a chord belongs to the beats in whose middle it sounds.
 */
export function chartOf({ seconds, beat, keys = [], chords = [] }: ChartSource): SongChart {
  const grid = beat
    ? fromStart(beat)
    : {
        ...UNMEASURED,
        beats: Array.from({ length: Math.max(1, Math.ceil(2 * seconds)) }, (_, i) => i / 2),
      };
  const { beatsPerBar, division, bpm, steady } = grid;
  const last = grid.beats.at(-1) ?? 0;
  const beats = [...grid.beats, Math.max(seconds, last + 30 / bpm)];
  const count = beats.length - 1;
  const find = createFinder(chords);
  // The last beat may end after the sound, in which no chord does.
  const all = grid.beats.map((time, i) => find((time + Math.min(beats[i + 1]!, seconds)) / 2));
  const pickup = grid.first % beatsPerBar;
  const bars: ChartBar[] = [];
  for (let start = 0; start < count;) {
    const length = Math.min(count - start, start === 0 && pickup > 0 ? pickup : beatsPerBar);
    const time = (beats[start]! + beats[start + 1]!) / 2;
    bars.push({
      start,
      length,
      chords: changesOf(all.slice(start, start + length)),
      key: keys.findLast(({ from }) => from <= time) ?? keys[0] ?? null,
    });
    start += length;
  }
  return { beats, beatsPerBar, division, bpm, steady, bars };
}

/** Extrapolates beats to the beginning, where a beat of at least half the length remains one. */
function fromStart<T extends SongBeats>(song: T): T {
  const filled = fillStart(song);
  const { beats, first } = filled;
  const [start = 0, next = start] = beats;
  const length = next - start;
  if (length === 0 || 2 * start < length) return filled;
  return { ...filled, beats: [0, ...beats], first: first + 1 };
}

/** Returns the chord at a time; times must not decrease. */
function createFinder(chords: readonly TimedChord[]): (time: number) => Chord | null {
  let at = 0;
  return (time) => {
    while (at < chords.length && chords[at]!.to <= time) at++;
    const found = chords[at];
    return found && found.from <= time ? found.chord : null;
  };
}

const changesOf = (beats: readonly (Chord | null)[]): ChartChord[] =>
  beats.flatMap((chord, beat) =>
    beat > 0 && isSameChord(chord, beats[beat - 1]!) ? [] : [{ beat, chord }],
  );

export const isSameChord = (a: Chord | null, b: Chord | null): boolean =>
  a?.root === b?.root && a?.quality === b?.quality && a?.bass === b?.bass;
