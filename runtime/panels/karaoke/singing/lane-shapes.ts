import type { Melody } from "#audio/music/singing/score-singing.ts";
import { PITCH_STEP } from "#audio/music/singing/sung-pitch.ts";

/** Seconds that the lane shows, and of them before the present moment. */
export const LANE_SECONDS = 8;
const BEFORE = 2;
/** Semitones above and below the melody, and those that are shown at least. */
const MARGIN = 2;
const MIN_RANGE = 12;

/** A note or a moment of singing; positions are parts of the lane, from its start and its top. */
export interface LaneBar {
  readonly from: number;
  readonly to: number;
  readonly y: number;
}
export interface LaneShapes {
  readonly bars: readonly LaneBar[];
  /** Lines of consecutive voiced frames. */
  readonly voice: readonly (readonly (readonly [x: number, y: number])[])[];
  /** The present moment. */
  readonly now: number;
}

/** Lowest and highest shown semitone. */
export function laneRange({ notes }: Melody): readonly [number, number] {
  const pitches = notes.map(({ note }) => note);
  const [low, high] = [Math.min(...pitches) - MARGIN, Math.max(...pitches) + MARGIN];
  const more = Math.max(0, MIN_RANGE - (high - low)) / 2;
  return [low - more, high + more];
}

/**
 * What the lane shows at a time. The voice is drawn in the octave that is nearest to the melody.
 * @param isPaged whether the picture stays until the present moment leaves it, for reduced motion
 */
export function laneShapes(
  { pitches, notes }: Melody,
  hertz: Float32Array,
  {
    time,
    range: [low, high],
    semitones,
    isPaged,
  }: {
    readonly time: number;
    readonly range: readonly [number, number];
    /** Transposition of the song. */
    readonly semitones: number;
    readonly isPaged: boolean;
  },
): LaneShapes {
  const start = isPaged ? Math.floor(time / LANE_SECONDS) * LANE_SECONDS : time - BEFORE;
  const xOf = (seconds: number): number => (seconds - start) / LANE_SECONDS;
  const yOf = (note: number): number =>
    Math.max(0, Math.min(1, 1 - (note - low) / Math.max(1, high - low)));
  const bars = notes
    .filter(({ from, to }) => to > start && from < start + LANE_SECONDS)
    .map(({ from, to, note }) => ({ from: xOf(from), to: xOf(to), y: yOf(note) }));
  const voice: [number, number][][] = [];
  let line: [number, number][] = [];
  let near = (low + high) / 2;
  const last = Math.floor(Math.min(time, start + LANE_SECONDS) / PITCH_STEP);
  for (let at = Math.max(0, Math.ceil(start / PITCH_STEP)); at <= last; at++) {
    const melody = pitches[at] ?? 0;
    if (melody > 0) near = melody;
    const own = hertz[at] ?? 0;
    if (!(own > 0)) {
      if (line.length > 0) voice.push(line);
      line = [];
      continue;
    }
    const note = 69 + 12 * Math.log2(own / 440) - semitones;
    line.push([xOf(at * PITCH_STEP), yOf(note - 12 * Math.round((note - near) / 12))]);
  }
  if (line.length > 0) voice.push(line);
  return { bars, voice, now: xOf(time) };
}
