import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { TimeMap } from "../../audio/player/time-map.ts";
import type { Reading } from "../../audio/engine-types.ts";

/** What can be heard of a run: the sound as it was, what became of it, what was taken away. */
export type ComparisonSide = "before" | "after" | "removed";

export interface PlayerState {
  readonly side: ComparisonSide;
  readonly playing: boolean;
  /** Place in the input, in seconds. */
  readonly time: number;
}

export interface ComparePlayer extends StoreApi<PlayerState> {
  readonly play: () => void;
  readonly pause: () => void;
  /** @param time place in the input, in seconds */
  readonly seek: (time: number) => void;
  /** Changes what is heard; the place stays, and there is no gap. */
  readonly choose: (side: ComparisonSide) => void;
  /** @param gains factors of the sides, by which they are equally loud */
  readonly level: (gains: Readonly<Record<ComparisonSide, number>>) => void;
  readonly close: () => void;
}

export interface PlayerDeps {
  /** The input and the result, in this order. */
  readonly reading: Pick<Reading, "files" | "read" | "close">;
  readonly createContext: (sampleRate: number) => AudioContext;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Whether both have the same frames in time with each other, so that one can be taken from the other. */
  readonly inStep: boolean;
  readonly map: TimeMap;
  /** Length of the input, in seconds. */
  readonly duration: number;
  readonly onError: (error: unknown) => void;
}

/** Seconds that are made ready at once, and how far ahead of what is heard. */
const PIECE = 0.5;
const AHEAD = 1.2;
/** Seconds until the first piece is heard, and in which one side goes over into another. */
const LEAD = 0.08;
const FADE = 0.008;
/** ms between two looks at the clock. */
const TICK = 50;

/** Plays input and result side by side, piece by piece, so that long files need little memory. */
export function createComparePlayer(deps: PlayerDeps): ComparePlayer {
  const { reading, inStep, map, duration, setTimer } = deps;
  const store = createStore<PlayerState>(() => ({ side: "after", playing: false, time: 0 }));
  const [input, result] = reading.files as [Reading["files"][number], Reading["files"][number]];
  let gains: Readonly<Record<ComparisonSide, number>> = { before: 1, after: 1, removed: 1 };
  let context: AudioContext | null = null;
  let nodes: Readonly<Record<ComparisonSide, GainNode>> | null = null;
  let sources: AudioBufferSourceNode[] = [];
  /** Changes with every start and stop: what was read for an earlier one is late. */
  let turn = 0;
  let cancelTick = (): void => {};

  function open(): AudioContext {
    if (context) return context;
    const made = deps.createContext(input.sampleRate);
    const gainOf = (): GainNode => {
      const node = made.createGain();
      node.gain.value = 0;
      node.connect(made.destination);
      return node;
    };
    nodes = { before: gainOf(), after: gainOf(), removed: gainOf() };
    return (context = made);
  }
  /** Which sides are made ready: all that run on one clock. */
  const heard = (): readonly ComparisonSide[] =>
    inStep ? ["before", "after", "removed"] : [store.getState().side];
  const toOwn = (side: ComparisonSide, time: number): number =>
    side === "after" ? map.toResult(time) : time;
  const toInput = (side: ComparisonSide, time: number): number =>
    side === "after" ? map.toInput(time) : time;

  function mix(): void {
    if (!nodes || !context) return;
    const { side } = store.getState();
    for (const name of ["before", "after", "removed"] as const)
      nodes[name].gain.setTargetAtTime(name === side ? gains[name] : 0, context.currentTime, FADE);
  }
  function silence(): void {
    turn++;
    cancelTick();
    for (const source of sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    sources = [];
  }

  async function readPiece(side: ComparisonSide, at: number): Promise<readonly Float32Array[]> {
    const of = (file: 0 | 1): Promise<readonly Float32Array[]> => {
      const { sampleRate } = file === 0 ? input : result;
      const from = Math.round(at * sampleRate);
      return reading.read({ file, from, count: Math.round((at + PIECE) * sampleRate) - from });
    };
    if (side === "before") return of(0);
    if (side === "after") return of(1);
    const [whole, kept] = await Promise.all([of(0), of(1)]);
    return whole.map((plane, channel) =>
      plane.map((value, frame) => value - (kept[channel]?.[frame] ?? 0)),
    );
  }

  function schedule(
    audio: AudioContext,
    side: ComparisonSide,
    block: readonly Float32Array[],
    when: number,
  ) {
    const length = block[0]?.length ?? 0;
    if (length === 0) return;
    const { sampleRate } = side === "after" ? result : input;
    const buffer = audio.createBuffer(block.length, length, sampleRate);
    for (const [channel, plane] of block.entries())
      buffer.copyToChannel(plane as Float32Array<ArrayBuffer>, channel);
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.connect(nodes![side]);
    source.start(when);
    sources.push(source);
    source.onended = () => {
      source.disconnect();
      sources = sources.filter((one) => one !== source);
    };
  }

  async function start(from: number): Promise<void> {
    silence();
    const mine = turn;
    const audio = open();
    // Not awaited: some browsers answer only after something has been heard.
    void audio.resume().catch(deps.onError);
    mix();
    const { side } = store.getState();
    const begin = toOwn(side, from);
    const length = side === "after" ? map.toResult(duration) : duration;
    const base = inStep ? from : begin;
    let at = base;
    let zero = 0;
    const tick = async (): Promise<void> => {
      while (
        mine === turn &&
        at < length &&
        (zero === 0 || at - base < audio.currentTime - zero + AHEAD)
      ) {
        const blocks = await Promise.all(
          heard().map(async (name) => [name, await readPiece(name, at)] as const),
        );
        if (mine !== turn) return;
        if (zero === 0) zero = audio.currentTime + LEAD;
        for (const [name, block] of blocks) schedule(audio, name, block, zero + at - base);
        at += PIECE;
      }
      if (mine !== turn) return;
      const place = base + Math.max(0, audio.currentTime - zero);
      if (place >= length) {
        silence();
        store.setState({ playing: false, time: 0 });
        return;
      }
      store.setState({ time: Math.min(duration, inStep ? place : toInput(side, place)) });
      cancelTick = setTimer(run, TICK);
    };
    const run = (): void =>
      void tick().catch((error: unknown) => {
        if (mine !== turn) return;
        silence();
        store.setState({ playing: false });
        deps.onError(error);
      });
    run();
  }

  const seek = (to: number): void => {
    const time = Math.min(Math.max(0, to), duration);
    store.setState({ time });
    if (store.getState().playing) void start(time);
  };
  return Object.assign(store, {
    play() {
      const { time } = store.getState();
      store.setState({ playing: true });
      void start(time >= duration - 0.01 ? 0 : time);
    },
    pause() {
      silence();
      store.setState({ playing: false });
    },
    seek,
    choose(side: ComparisonSide) {
      if (side === store.getState().side || (side === "removed" && !inStep)) return;
      store.setState({ side });
      if (inStep) mix();
      else if (store.getState().playing) void start(store.getState().time);
    },
    level(next: Readonly<Record<ComparisonSide, number>>) {
      gains = next;
      mix();
    },
    close() {
      silence();
      store.setState({ playing: false });
      reading.close();
      void context?.close().catch(deps.onError);
    },
  });
}
