import type { TimeMap } from "../../audio/player/time-map.ts";
import type { Reading } from "../../audio/engine-types.ts";
import { type Look, type Player, type PlayerState, createPlayer } from "./player.ts";
import { type OutputDeps, createSoundOutput } from "./sound-output.ts";

/** What can be heard of a run: the sound as it was, what became of it, what was taken away. */
export type ComparisonSide = "before" | "after" | "removed";

/** Its time is a place in the input. */
export interface ComparisonState extends PlayerState {
  readonly side: ComparisonSide;
}

export interface ComparePlayer extends Player<ComparisonState> {
  /** Changes what is heard; the place stays, and there is no gap. */
  readonly choose: (side: ComparisonSide) => void;
  /** @param gains factors of the sides, by which they are equally loud */
  readonly level: (gains: Readonly<Record<ComparisonSide, number>>) => void;
}

export interface CompareDeps extends OutputDeps {
  /** The input and the result, in this order. */
  readonly reading: Pick<Reading, "files" | "read" | "close">;
  /** Whether both have the same frames in time with each other, so that one can be taken from the other. */
  readonly inStep: boolean;
  readonly map: TimeMap;
  /** Length of the input, in seconds. */
  readonly duration: number;
}

/** Seconds that are made ready at once, and how far ahead of what is heard. */
const PIECE = 0.5;
const AHEAD = 1.2;
/** Seconds until the first piece is heard. */
const LEAD = 0.08;

const SIDES = ["before", "after", "removed"] as const;
type ReadPiece = (side: ComparisonSide, at: number) => Promise<readonly Float32Array[]>;

/** Reads half a second of a side, from a place in its own sound on, in seconds. */
function createPieceReader(reading: CompareDeps["reading"]): ReadPiece {
  const readFile = (file: 0 | 1, at: number): Promise<readonly Float32Array[]> => {
    const { sampleRate } = reading.files[file]!;
    const from = Math.round(at * sampleRate);
    return reading.read({ file, from, count: Math.round((at + PIECE) * sampleRate) - from });
  };
  return async (side, at) => {
    if (side === "before") return readFile(0, at);
    if (side === "after") return readFile(1, at);
    const [whole, kept] = await Promise.all([readFile(0, at), readFile(1, at)]);
    return whole.map((plane, channel) =>
      plane.map((value, frame) => value - (kept[channel]?.[frame] ?? 0)),
    );
  };
}

/** Plays input and result side by side: on one clock where they are in step, else the one that is heard. */
export function createComparePlayer(deps: CompareDeps): ComparePlayer {
  const { reading, inStep, map, duration } = deps;
  const [input, result] = reading.files as [Reading["files"][number], Reading["files"][number]];
  let gains: Readonly<Record<ComparisonSide, number>> = { before: 1, after: 1, removed: 1 };
  const output = createSoundOutput<ComparisonSide>(deps, input.sampleRate, {
    before: 0,
    after: 1,
    removed: 0,
  });
  const readPiece = createPieceReader(reading);

  function begin(from: number): Look {
    const { side } = player.getState();
    // In step, the clock goes over the input; else over what is heard.
    const isResult = side === "after" && !inStep;
    const length = isResult ? map.toResult(duration) : duration;
    const base = isResult ? map.toResult(from) : from;
    const prepared = inStep ? SIDES : [side];
    let at = base;
    let zero = 0;
    return async ({ audio, isLatest }) => {
      const isDue = (): boolean => zero === 0 || at - base < audio.currentTime - zero + AHEAD;
      while (isLatest() && at < length && isDue()) {
        const pieces = await Promise.all(
          prepared.map(async (name) => [name, await readPiece(name, at)] as const),
        );
        if (!isLatest()) break;
        if (zero === 0) zero = audio.currentTime + LEAD;
        const when = zero + at - base;
        for (const [name, planes] of pieces) {
          const { sampleRate } = name === "after" ? result : input;
          output.schedule(name, { planes, sampleRate, when });
        }
        at += PIECE;
      }
      const place = base + Math.max(0, audio.currentTime - zero);
      if (place >= length) return { time: 0, ended: true };
      return { time: Math.min(duration, isResult ? map.toInput(place) : place) };
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
      const { side: heard, playing, time } = player.getState();
      if (side === heard || (side === "removed" && !inStep)) return;
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
