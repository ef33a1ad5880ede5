import { type Passage, placeOf, runsOf } from "#audio/stretch/passage.ts";
import { type BeatGrid, beatsBetween } from "./metronome.ts";

/** A start, by which what was played becomes a place. All in frames. */
export interface Start {
  readonly place: number;
  readonly passage: Passage;
}
/** What is heard, or will be. */
export interface Piece {
  readonly start: Start;
  /** Frames of the context's clock. */
  readonly at: number;
  readonly count: number;
  /** Frames of the sound that had been played before it, and after it. */
  readonly from: number;
  readonly to: number;
}
/** A click, at a frame of the context's clock. */
interface Click {
  readonly at: number;
  readonly accent: boolean;
}

/** Clicks on the beats of a piece. */
export function clicksOf(
  { at, count, from, to, start }: Piece,
  grid: BeatGrid,
  sampleRate: number,
): Click[] {
  const scale = count / (to - from);
  const clicks: Click[] = [];
  let played = from;
  for (const run of runsOf(start.passage, start.place, Math.round(from), Math.round(to))) {
    const [begin, end] = [run.from / sampleRate, (run.from + run.count) / sampleRate];
    for (const { time, accent } of beatsBetween(grid, begin, end)) {
      const after = played - from + time * sampleRate - run.from;
      clicks.push({ at: at + Math.round(after * scale), accent });
    }
    played += run.count;
  }
  return clicks;
}

/** Knows which place of the sound is heard at which time of the clock. */
export function createStemTimeline(sampleRate: number) {
  let pieces: readonly Piece[] = [];
  const secondsIn = ({ start, at, from, to, count }: Piece, frame: number): number => {
    const share = Math.min(count, frame - at) / count;
    return placeOf(start.passage, start.place, from + (to - from) * share) / sampleRate;
  };
  return {
    /** Forgets what comes from a frame on. @param splice missing: all */
    cut(splice?: number): void {
      pieces = splice === undefined ? [] : pieces.filter(({ at }) => at < splice);
    },
    add(piece: Piece): void {
      pieces = [...pieces, piece];
    },
    /** Forgets what was heard. @returns the place that is heard, in seconds; null before the first */
    placeAt(frame: number): number | null {
      const heard = pieces.findLast(({ at }) => at <= frame);
      if (!heard) return null;
      pieces = pieces.slice(pieces.indexOf(heard));
      return secondsIn(heard, frame);
    },
    /** The place that will be heard, in seconds; null where nothing is made ready. */
    placeAhead(frame: number): number | null {
      const piece = pieces.findLast(({ at, count }) => at <= frame && frame < at + count);
      return piece ? secondsIn(piece, frame) : null;
    },
  };
}
