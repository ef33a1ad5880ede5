import { type Chord, QUALITIES, type Quality } from "../chords/chord.ts";
import { transposeKey } from "../key.ts";
import type { ChartBar, SongChart } from "./chart.ts";

const shifted = (pitchClass: number, semitones: number): number =>
  (((pitchClass + semitones) % 12) + 12) % 12;

export const transposeChord = ({ root, bass, quality }: Chord, semitones: number): Chord => ({
  root: shifted(root, semitones),
  quality,
  ...(bass !== undefined && { bass: shifted(bass, semitones) }),
});

/** The major or minor chord that stands for a chord: that with its third, or major without one. */
export const simplifyChord = ({ root, quality }: Chord): Chord => ({
  root,
  quality: QUALITIES[quality].tones[1] === 3 ? "minor" : "major",
});

/** The chord with another quality. A bass that is not one of its tones is removed. */
export function changeQuality({ root, bass }: Chord, quality: Quality): Chord {
  const tones: readonly number[] = QUALITIES[quality].tones;
  const remains = bass !== undefined && tones.includes(shifted(bass, -root));
  return { root, quality, ...(remains && { bass }) };
}

/** Chords by the beats from which they replace those found; null: no chord. */
export type ChordEdits = Readonly<Record<number, Chord | null>>;

/** Replaces chords, each up to the next chord or bar line of the chart. */
export const editChart = (chart: SongChart, edits: ChordEdits): SongChart =>
  mapBars(chart, (bar) => ({
    ...bar,
    chords: bar.chords.map(({ beat, chord }) => {
      const edit = edits[bar.start + beat];
      return { beat, chord: edit === undefined ? chord : edit };
    }),
  }));

/** Moves all chords and keys, and optionally simplifies the chords. */
export const transposeChart = (
  chart: SongChart,
  { semitones, simple }: { readonly semitones: number; readonly simple: boolean },
): SongChart =>
  mapBars(chart, (bar) => ({
    ...bar,
    key: bar.key && transposeKey(bar.key, semitones),
    chords: bar.chords.map(({ beat, chord }) => {
      const moved = chord && transposeChord(chord, semitones);
      return { beat, chord: moved && simple ? simplifyChord(moved) : moved };
    }),
  }));

const mapBars = (chart: SongChart, change: (bar: ChartBar) => ChartBar): SongChart => ({
  ...chart,
  bars: chart.bars.map(change),
});
