import type { TimeMap } from "../../audio/player/time-map.ts";
import type { Reading } from "../../audio/engine-types.ts";
import { type ScheduleStep, type Player, type PlayerState, createPlayer } from "./player.ts";
import { type OutputDeps, createSoundOutput } from "./sound-output.ts";

/** The sides of a comparison: the original, the result, and their difference. */
export type ComparisonSide = "before" | "after" | "removed";

/** Its time is a position in the input. */
export interface ComparisonState extends PlayerState {
  readonly side: ComparisonSide;
}

export interface ComparePlayer extends Player<ComparisonState> {
  /** Switches the side without a gap, at the same position. */
  readonly choose: (side: ComparisonSide) => void;
  /** @param gains gain factors of the sides at which they are equally loud */
  readonly level: (gains: Readonly<Record<ComparisonSide, number>>) => void;
}

export interface CompareDeps extends OutputDeps {
  /** The input and the result, in this order. */
  readonly reading: Pick<Reading, "files" | "read" | "close">;
  /**
   * Whether input and result are aligned to the frame, so that one can be subtracted from the
   * other.
   */
  readonly inStep: boolean;
  readonly map: TimeMap;
  /** Length of the input, in seconds. */
  readonly duration: number;
}

/** Length of a scheduled segment, and how far ahead it is scheduled, in seconds. */
const SEGMENT_LENGTH = 0.5;
const SCHEDULE_AHEAD = 1.2;
/** Delay of the first segment in seconds. */
const START_DELAY = 0.08;

const SIDES = ["before", "after", "removed"] as const;
type ReadSegment = (side: ComparisonSide, at: number) => Promise<readonly Float32Array[]>;

/** Reads half a second of a side, from a position in that side's sound, in seconds. */
function createSegmentReader(reading: CompareDeps["reading"]): ReadSegment {
  const readFile = (file: 0 | 1, at: number): Promise<readonly Float32Array[]> => {
    const { sampleRate } = reading.files[file]!;
    const from = Math.round(at * sampleRate);
    return reading.read({
      file,
      from,
      count: Math.round((at + SEGMENT_LENGTH) * sampleRate) - from,
    });
  };
  return async (side, at) => {
    if (side === "before") return readFile(0, at);
    if (side === "after") return readFile(1, at);
    const [whole, remaining] = await Promise.all([readFile(0, at), readFile(1, at)]);
    return whole.map((plane, channel) =>
      plane.map((value, frame) => value - (remaining[channel]?.[frame] ?? 0)),
    );
  };
}

/**
 * Plays input and result side by side: both at once if they are aligned, else only the chosen side.
 */
export function createComparePlayer(deps: CompareDeps): ComparePlayer {
  const { reading, inStep, map, duration } = deps;
  const [input, result] = reading.files as [Reading["files"][number], Reading["files"][number]];
  let gains: Readonly<Record<ComparisonSide, number>> = { before: 1, after: 1, removed: 1 };
  const output = createSoundOutput<ComparisonSide>(deps, input.sampleRate, {
    before: 0,
    after: 1,
    removed: 0,
  });
  const readSegment = createSegmentReader(reading);

  function begin(from: number): ScheduleStep {
    const { side } = player.getState();
    // If both are aligned, the clock counts the input; else the side that is played.
    const isResult = side === "after" && !inStep;
    const length = isResult ? map.toResult(duration) : duration;
    const base = isResult ? map.toResult(from) : from;
    const prepared = inStep ? SIDES : [side];
    let at = base;
    let zero = 0;
    return async ({ audio, isLatest }) => {
      const isDue = (): boolean =>
        zero === 0 || at - base < audio.currentTime - zero + SCHEDULE_AHEAD;
      while (isLatest() && at < length && isDue()) {
        const blocks = await Promise.all(
          prepared.map(async (name) => [name, await readSegment(name, at)] as const),
        );
        if (!isLatest()) break;
        if (zero === 0) zero = audio.currentTime + START_DELAY;
        const when = zero + at - base;
        for (const [name, planes] of blocks) {
          const { sampleRate } = name === "after" ? result : input;
          output.schedule(name, { planes, sampleRate, when });
        }
        at += SEGMENT_LENGTH;
      }
      const position = base + Math.max(0, audio.currentTime - zero);
      if (position >= length) return { time: 0, ended: true };
      return { time: Math.min(duration, isResult ? map.toInput(position) : position) };
    };
  }
  const { player, start } = createPlayer<ComparisonState, ComparisonSide>({
    initial: { side: "after", playing: false, time: 0 },
    output,
    duration: () => duration,
    startFrom: (time) => (time >= duration - 0.01 ? 0 : time),
    begin,
    release: () => reading.close(),
  });
  function mix(): void {
    const { side } = player.getState();
    for (const name of SIDES) output.level(name, name === side ? gains[name] : 0);
  }

  return Object.assign(player, {
    choose(side: ComparisonSide) {
      const { side: playingSide, playing, time } = player.getState();
      if (side === playingSide || (side === "removed" && !inStep)) return;
      player.setState({ side });
      mix();
      if (playing && !inStep) start(time);
    },
    level(next: Readonly<Record<ComparisonSide, number>>) {
      gains = next;
      mix();
    },
  });
}
