import type { FoundBeats } from "#audio/music/analyze-song.ts";
import type { BeatGrid } from "#runtime/panel-kit/player/metronome.ts";

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

/** Whether nobody has said where the beats are. */
export const isUsualGrid = ({ bpm, first, metre }: BeatGrid): boolean =>
  bpm === USUAL.grid.bpm && first === USUAL.grid.first && metre === USUAL.grid.metre;

/** The grid of beats that were found; null where no one tempo holds for the whole song. */
export function gridOf(found: FoundBeats | null): BeatGrid | null {
  if (!found?.steady || found.beats.length < 2) return null;
  const { beats, first, beatsPerBar } = found;
  const step = (beats.at(-1)! - beats[0]!) / (beats.length - 1);
  // Each beat is off by a little, all of them together by less.
  const start = beats.reduce((sum, time, at) => sum + time - at * step, 0) / beats.length;
  const bpm = 60 / step;
  if (bpm < LIMITS.bpm[0] || bpm > LIMITS.bpm[1]) return null;
  return { bpm, first: Math.max(0, start + first * step), metre: beatsPerBar };
}
