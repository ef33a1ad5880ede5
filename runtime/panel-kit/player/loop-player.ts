import type { Reading } from "../../audio/engine-types.ts";
import { type ScheduleStep, type Player, type PlayerState, createPlayer } from "./player.ts";
import { type OutputDeps, type Turn, createSoundOutput } from "./sound-output.ts";

/** The range that is played. */
export interface PlaybackRange {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Whether it starts again at its end, without a gap. */
  readonly loop: boolean;
  /** Gain factor at a time after the start, in seconds; missing for no change. */
  readonly shape?: (seconds: number) => number;
}

export interface LoopPlayer extends Player<PlayerState> {
  readonly set: (passage: PlaybackRange) => void;
  /** The sound has changed: scheduled segments are replaced without a gap. */
  readonly refresh: () => void;
  /** Sets the gain factor from now on. */
  readonly level: (factor: number) => void;
}

export interface LoopDeps extends OutputDeps {
  /** The first file is played. */
  readonly reading: Pick<Reading, "files" | "read" | "close">;
}

interface Segment {
  /** Time of the audio context, in seconds. */
  readonly when: number;
  /** Frames. */
  readonly from: number;
  readonly count: number;
}

/**
 * Maximum length of a range that is scheduled as one segment, length of segments of longer ranges,
 * and how far ahead they are scheduled, in seconds.
 */
const MAX_SINGLE_SEGMENT = 5;
const SEGMENT_LENGTH = 0.5;
const AHEAD = 0.6;
/** Delay of the first segment in seconds. */
const START_DELAY = 0.06;
/** Delay until a changed sound is heard, in seconds. */
const SPLICE_DELAY = 0.2;

type ReadSegment = (from: number, count: number) => Promise<readonly Float32Array[]>;

/** Reads frames and caches the last block, so that a short loop is read once. */
function createSegmentReader(reading: LoopDeps["reading"]): ReadSegment & { forget(): void } {
  let held: { from: number; count: number; block: readonly Float32Array[] } | null = null;
  const readSegment: ReadSegment = async (from, count) => {
    if (held?.from === from && held.count === count) return held.block;
    const block = await reading.read({ file: 0, from, count });
    held = { from, count, block };
    return block;
  };
  return Object.assign(readSegment, { forget: () => (held = null) });
}

/** Plays a range of a sound in segments, each exactly after the one before it. */
export function createLoopPlayer(deps: LoopDeps): LoopPlayer {
  const { reading } = deps;
  const { sampleRate } = reading.files[0]!;
  const duration = (): number => reading.files[0]!.duration;
  let passage: PlaybackRange = { start: 0, end: duration(), loop: false };
  /** The segment that is heard and the scheduled ones, while it plays. */
  let segments: Segment[] = [];
  const output = createSoundOutput(deps, sampleRate, { main: 1 });
  const readSegment = createSegmentReader(reading);
  /** Rounds a time of the audio context, in seconds, up to a frame. */
  const roundUpToFrame = (time: number): number => Math.ceil(time * sampleRate) / sampleRate;

  function schedule(block: readonly Float32Array[], segment: Segment): void {
    const { start, shape } = passage;
    const planes = shape
      ? block.map((plane) =>
          plane.map((value, at) => value * shape((segment.from + at) / sampleRate - start)),
        )
      : block;
    output.schedule("main", { planes, sampleRate, when: segment.when });
    segments.push(segment);
  }
  /**
   * Drops segments that have been played. @returns the position that is heard, in seconds; null
   * before the first one
   */
  function positionAt(now: number): number | null {
    const current = segments.findLast(({ when }) => when <= now);
    if (!current) return null;
    segments = segments.slice(segments.indexOf(current));
    return (current.from + Math.min(current.count, (now - current.when) * sampleRate)) / sampleRate;
  }

  function begin(time: number, splice?: number): ScheduleStep {
    const first = Math.round(passage.start * sampleRate);
    const last = Math.round(passage.end * sampleRate);
    const maxPosition =
      passage.end - passage.start <= MAX_SINGLE_SEGMENT
        ? last - first
        : SEGMENT_LENGTH * sampleRate;
    let position = Math.min(
      Math.max(first, Math.round(time * sampleRate)),
      Math.max(first, last - 1),
    );
    let clock = splice ?? 0;
    let ended = false;
    segments = splice === undefined ? [] : segments.filter(({ when }) => when < splice);
    const fill = async ({ audio, isLatest }: Turn): Promise<void> => {
      while (isLatest() && !ended && (clock === 0 || clock < audio.currentTime + AHEAD)) {
        const block = await readSegment(
          position,
          Math.min(Math.round(maxPosition), last - position),
        );
        if (!isLatest()) return;
        const count = block[0]?.length ?? 0;
        if (count > 0) {
          if (clock < audio.currentTime) clock = roundUpToFrame(audio.currentTime + START_DELAY);
          schedule(block, { when: clock, from: position, count });
          clock += count / sampleRate;
          position += count;
        }
        if (count > 0 && position < last) continue;
        ended = !passage.loop || (count === 0 && position === first);
        position = first;
      }
    };
    return async (turn) => {
      await fill(turn);
      const now = turn.audio.currentTime;
      if (ended && now >= clock) return { time: passage.start, ended };
      return { time: turn.isLatest() ? positionAt(now) : null };
    };
  }
  const { player, start } = createPlayer<PlayerState, "main">({
    initial: { playing: false, time: 0 },
    output,
    duration,
    startFrom: (time) =>
      time >= passage.start && time < passage.end - 0.01 ? time : passage.start,
    begin,
    release: () => reading.close(),
  });

  return Object.assign(player, {
    set(next: PlaybackRange) {
      passage = next;
      const { playing, time } = player.getState();
      if (playing) start(time);
    },
    refresh() {
      readSegment.forget();
      const { playing, time } = player.getState();
      const now = output.now();
      if (!playing || now === null) return;
      const splice = roundUpToFrame(now + SPLICE_DELAY);
      const until = segments.findLast(
        ({ when, count }) => when <= splice && splice < when + count / sampleRate,
      );
      if (until) start((until.from + (splice - until.when) * sampleRate) / sampleRate, splice);
      else start(time);
    },
    level: (factor: number) => output.level("main", factor),
  });
}
