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

export const USUAL: PracticeState = {
  tempo: 100,
  semitones: 0,
  grid: { bpm: 120, first: 0, metre: 4 },
  metronome: false,
  countIn: false,
};

/** Taps from which a tempo is told, and seconds after which a tap begins anew. */
const FEWEST = 4;
const REST = 2.5;

/**
 * The tempo of taps, by the line of least squares through the last of them.
 * @param times places in the song at which was tapped, in seconds
 * @returns null until there are enough
 */
export function tapped(times: readonly number[]): Pick<BeatGrid, "bpm" | "first"> | null {
  let begin = times.length - 1;
  while (begin > 0) {
    const gap = times[begin]! - times[begin - 1]!;
    if (gap <= 0 || gap > REST) break;
    begin--;
  }
  const run = times.slice(Math.max(0, begin));
  if (run.length < FEWEST) return null;
  const middle = (run.length - 1) / 2;
  const mean = run.reduce((sum, time) => sum + time, 0) / run.length;
  let slope = 0;
  let weight = 0;
  for (const [at, time] of run.entries()) {
    slope += (at - middle) * (time - mean);
    weight += (at - middle) ** 2;
  }
  const step = slope / weight;
  const bpm = 60 / step;
  if (bpm < LIMITS.bpm[0] || bpm > LIMITS.bpm[1]) return null;
  return { bpm, first: Math.max(0, mean - middle * step) };
}
