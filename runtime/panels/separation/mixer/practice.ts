import type { BeatGrid } from "../../../panel-kit/player/metronome.ts";

/** How a song is played to practise with it. */
export interface PracticeState {
  /** Percent. */
  readonly tempo: number;
  readonly semitones: number;
  readonly grid: BeatGrid;
  readonly metronome: boolean;
  /** Whether a bar is counted before it begins. */
  readonly countIn: boolean;
}

export const LIMITS = { tempo: [50, 200], semitones: [-12, 12], bpm: [30, 300] } as const;

/** Beats of a bar that can be chosen. */
export const METRES = [2, 3, 4, 5, 6, 7] as const;

export const USUAL: PracticeState = {
  tempo: 100,
  semitones: 0,
  grid: { bpm: 120, first: 0, metre: 4 },
  metronome: false,
  countIn: false,
};
