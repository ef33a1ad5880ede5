import type { DetectedBeats } from "#audio/music/find-song-beats.ts";
import type { BeatGrid } from "#runtime/panel-kit/player/metronome.ts";

/** Settings for practicing with a song. */
export interface PracticeState {
  /** Percent. */
  readonly tempo: number;
  readonly semitones: number;
  readonly grid: BeatGrid;
  readonly metronome: boolean;
  /** Whether one bar is counted in. */
  readonly countIn: boolean;
}

export const LIMITS = { tempo: [50, 200], semitones: [-12, 12], bpm: [30, 300] } as const;

/** Selectable numbers of beats per bar. */
export const BEATS_PER_BAR = [2, 3, 4, 5, 6, 7] as const;

export const DEFAULT_GRID: PracticeState = {
  tempo: 100,
  semitones: 0,
  grid: { bpm: 120, first: 0, metre: 4 },
  metronome: false,
  countIn: false,
};

/** Whether the beats have not been set by the visitor. */
export const isDefaultGrid = ({ bpm, first, metre: beatsPerBar }: BeatGrid): boolean =>
  bpm === DEFAULT_GRID.grid.bpm &&
  first === DEFAULT_GRID.grid.first &&
  beatsPerBar === DEFAULT_GRID.grid.metre;

/** The grid of detected beats; null if the tempo is not constant. */
export function gridOf(found: DetectedBeats | null): BeatGrid | null {
  if (!found?.steady || found.beats.length < 2) return null;
  const { beats, first, beatsPerBar } = found;
  const step = (beats.at(-1)! - beats[0]!) / (beats.length - 1);
  // Each detected beat is slightly off; their average is more precise.
  const start = beats.reduce((sum, time, at) => sum + time - at * step, 0) / beats.length;
  const bpm = 60 / step;
  if (bpm < LIMITS.bpm[0] || bpm > LIMITS.bpm[1]) return null;
  return { bpm, first: Math.max(0, start + first * step), metre: beatsPerBar };
}
