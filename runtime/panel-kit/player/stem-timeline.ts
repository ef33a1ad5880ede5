import { type PlaybackRange, positionAt, runsOf } from "#audio/stretch/playback-range.ts";
import { type BeatGrid, beatsBetween } from "./metronome.ts";

/** A start, which relates played frames to positions. All in frames. */
export interface Start {
  readonly position: number;
  readonly passage: PlaybackRange;
}
/** A scheduled segment. */
export interface Segment {
  readonly start: Start;
  /** Frame of the audio context. */
  readonly at: number;
  readonly count: number;
  /** Frames of the sound before and after the segment. */
  readonly from: number;
  readonly to: number;
}
/** A click at a frame of the audio context. */
interface Click {
  readonly at: number;
  readonly accent: boolean;
}

/** The clicks on the beats of a segment. */
export function clicksIn(
  { at, count, from, to, start }: Segment,
  grid: BeatGrid,
  sampleRate: number,
): Click[] {
  const scale = count / (to - from);
  const clicks: Click[] = [];
  let played = from;
  for (const run of runsOf(start.passage, start.position, Math.round(from), Math.round(to))) {
    const [begin, end] = [run.from / sampleRate, (run.from + run.count) / sampleRate];
    for (const { time, accent } of beatsBetween(grid, begin, end)) {
      const after = played - from + time * sampleRate - run.from;
      clicks.push({ at: at + Math.round(after * scale), accent });
    }
    played += run.count;
  }
  return clicks;
}

/** Maps times of the audio context to positions in the sound. */
export function createStemTimeline(sampleRate: number) {
  let segments: readonly Segment[] = [];
  const secondsIn = ({ start, at, from, to, count }: Segment, frame: number): number => {
    const share = Math.min(count, frame - at) / count;
    return positionAt(start.passage, start.position, from + (to - from) * share) / sampleRate;
  };
  return {
    /** Drops segments from a frame on. @param splice missing for all */
    cut(splice?: number): void {
      segments = splice === undefined ? [] : segments.filter(({ at }) => at < splice);
    },
    add(segment: Segment): void {
      segments = [...segments, segment];
    },
    /**
     * Drops segments that have been played. @returns the position that is heard, in seconds; null
     * before the first one
     */
    positionAt(frame: number): number | null {
      const current = segments.findLast(({ at }) => at <= frame);
      if (!current) return null;
      segments = segments.slice(segments.indexOf(current));
      return secondsIn(current, frame);
    },
    /** The position at a later frame, in seconds; null if nothing is scheduled there. */
    scheduledPosition(frame: number): number | null {
      const segment = segments.findLast(({ at, count }) => at <= frame && frame < at + count);
      return segment ? secondsIn(segment, frame) : null;
    },
  };
}
