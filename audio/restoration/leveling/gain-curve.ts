import type { Format, Processor } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { decibelsToFactor } from "../../signal/decibel.ts";
import type { LevelMove } from "./find-moves.ts";
import { STEPS_PER_SECOND } from "./loudness-history.ts";

/** A point of a curve that is linear in dB between its points. */
interface CurvePoint {
  /** Seconds. */
  readonly time: number;
  /** dB */
  readonly gain: number;
}

/** Maximum and minimum duration of a transition in seconds. */
const [LONGEST, SHORTEST] = [0.4, 0.04] as const;
/** Seconds of a pause from which the level returns to 0 dB between two moves. */
const LONG_PAUSE = 2;

/**
 * The gain over time that a list of moves amounts to, with at most four points a move. Transitions
 * lie in the pauses around a move; next to speech that stays as it is, they lie in the move.
 */
export function curveOf(moves: readonly LevelMove[]): readonly CurvePoint[] {
  const points: CurvePoint[] = [];
  const change = (start: number, end: number, from: number, to: number): void => {
    points.push({ time: start, gain: from }, { time: end, gain: to });
  };
  for (const [i, { start, end, gain, lead, tail }] of moves.entries()) {
    const [before, after] = [moves[i - 1], moves[i + 1]];
    if (!before || !isDirect(before, moves[i]!)) {
      const room = Math.min(lead, LONGEST);
      change(start - room, start + Math.max(0, SHORTEST - room), 0, gain);
    }
    if (after && isDirect(moves[i]!, after)) {
      const half = Math.max(SHORTEST, Math.min(LONGEST, after.start - end)) / 2;
      const middle = (end + after.start) / 2;
      change(middle - half, middle + half, gain, after.gain);
    } else {
      const room = Math.min(tail, LONGEST);
      change(end - Math.max(0, SHORTEST - room), end + room, gain, 0);
    }
  }
  return points;
}

/** Whether there is nothing but a pause between two moves, which is not long. */
const isDirect = (before: LevelMove, after: LevelMove): boolean => {
  const gap = after.start - before.end;
  return gap < LONG_PAUSE && gap < before.tail + 0.5 / STEPS_PER_SECOND;
};

/** The factor at a time in seconds; times must not decrease from call to call. */
export function readCurve(points: readonly CurvePoint[]): (time: number) => number {
  let next = 0;
  return (time) => {
    while (next < points.length && points[next]!.time <= time) next++;
    const [before, after] = [points[next - 1], points[next]];
    if (!before || !after) return decibelsToFactor(before?.gain ?? after?.gain ?? 0);
    const part = (time - before.time) / (after.time - before.time);
    return decibelsToFactor(before.gain + part * (after.gain - before.gain));
  };
}

/** Applies a gain over time. Where the gain is 0 dB, samples are unchanged. */
export function createGainCurve(points: readonly CurvePoint[], { sampleRate }: Format): Processor {
  let at = 0;
  let next = 0;
  return {
    process(block) {
      const out = block.map((samples) => samples.slice());
      const end = at + framesOf(block);
      for (let from = at; from < end;) {
        while (next < points.length && points[next]!.time * sampleRate <= from) next++;
        const [before, after] = [points[next - 1], points[next]];
        const to = after ? Math.min(end, Math.ceil(after.time * sampleRate)) : end;
        const gain = before?.gain ?? after?.gain ?? 0;
        const slope = before && after ? (after.gain - gain) / (after.time - before.time) : 0;
        if (slope !== 0)
          for (let i = from; i < to; i++) {
            const factor = decibelsToFactor(gain + slope * (i / sampleRate - before!.time));
            for (const samples of out) samples[i - at] = samples[i - at]! * factor;
          }
        else if (gain !== 0) {
          const factor = decibelsToFactor(gain);
          for (const samples of out)
            for (let i = from - at; i < to - at; i++) samples[i] = samples[i]! * factor;
        }
        from = to;
      }
      at = end;
      return out;
    },
    finish: () => null,
  };
}
