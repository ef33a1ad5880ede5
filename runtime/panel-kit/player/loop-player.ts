import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Reading } from "../../audio/engine-types.ts";

export interface LoopState {
  readonly playing: boolean;
  /** Place in the sound, in seconds. */
  readonly time: number;
}

/** What is played. */
export interface Passage {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Whether it begins again at its end, without a gap. */
  readonly loop: boolean;
  /** Factor of a sample so many seconds after the start. Missing: as it is. */
  readonly shape?: (seconds: number) => number;
}

export interface LoopPlayer extends StoreApi<LoopState> {
  readonly play: () => void;
  readonly pause: () => void;
  /** @param time seconds */
  readonly seek: (time: number) => void;
  readonly set: (passage: Passage) => void;
  /** The sound is another one now: what was made ready of it is made again, without a gap. */
  readonly refresh: () => void;
  /** Factor of what is heard, from now on. */
  readonly level: (factor: number) => void;
  readonly close: () => void;
}

export interface LoopDeps {
  /** Its first file is played. */
  readonly reading: Pick<Reading, "files" | "read" | "close">;
  readonly createContext: (sampleRate: number) => AudioContext;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly onError: (error: unknown) => void;
}

interface Piece {
  /** Seconds of the context's clock. */
  readonly when: number;
  /** Frames. */
  readonly from: number;
  readonly count: number;
}

/** Longest passage that is played in one piece, length of others, and how far ahead they are made ready, in seconds. */
const WHOLE = 5;
const PIECE = 0.5;
const AHEAD = 0.6;
/** Seconds until the first piece is heard, and in which the level changes. */
const LEAD = 0.06;
const FADE = 0.008;
/** ms between two looks at the clock. */
const TICK = 40;
/** Seconds after which a sound that has changed is heard. */
const SPLICE = 0.2;

/** Plays a passage of a sound piece by piece, each exactly where the one before it ends. */
export function createLoopPlayer(deps: LoopDeps): LoopPlayer {
  const { reading, setTimer } = deps;
  const { sampleRate } = reading.files[0]!;
  const duration = (): number => reading.files[0]!.duration;
  const store = createStore<LoopState>(() => ({ playing: false, time: 0 }));
  let passage: Passage = { start: 0, end: duration(), loop: false };
  let factor = 1;
  let context: AudioContext | null = null;
  let gain: GainNode | null = null;
  let sources: AudioBufferSourceNode[] = [];
  /** Changes with every start and stop: what was read for an earlier one is late. */
  let turn = 0;
  let cancelTick = (): void => {};
  /** What is heard and what comes, while it plays. */
  let pieces: Piece[] = [];
  let held: { from: number; count: number; block: readonly Float32Array[] } | null = null;

  function open(): AudioContext {
    if (context) return context;
    context = deps.createContext(sampleRate);
    gain = context.createGain();
    gain.gain.value = factor;
    gain.connect(context.destination);
    return context;
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
  async function read(from: number, count: number): Promise<readonly Float32Array[]> {
    if (held?.from === from && held.count === count) return held.block;
    const block = await reading.read({ file: 0, from, count });
    held = { from, count, block };
    return block;
  }
  function schedule(audio: AudioContext, block: readonly Float32Array[], piece: Piece): void {
    const { when, from, count } = piece;
    const { start, shape } = passage;
    const buffer = audio.createBuffer(block.length, count, sampleRate);
    for (const [channel, plane] of block.entries()) {
      const shaped = shape
        ? plane.map((value, at) => value * shape((from + at) / sampleRate - start))
        : plane;
      buffer.copyToChannel(shaped as Float32Array<ArrayBuffer>, channel);
    }
    const source = audio.createBufferSource();
    source.buffer = buffer;
    source.connect(gain!);
    source.start(when);
    sources.push(source);
    source.onended = () => {
      source.disconnect();
      sources = sources.filter((one) => one !== source);
    };
  }

  /** @param splice time of the context's clock from which it is heard; what sounds until then goes on */
  function start(time: number, splice?: number): void {
    if (splice === undefined) silence();
    else {
      turn++;
      cancelTick();
      for (const source of sources) source.stop(splice);
    }
    const mine = turn;
    const audio = open();
    // Not awaited: some browsers answer only after something has been heard.
    void audio.resume().catch(deps.onError);
    const first = Math.round(passage.start * sampleRate);
    const last = Math.round(passage.end * sampleRate);
    const most = passage.end - passage.start <= WHOLE ? last - first : PIECE * sampleRate;
    let place = Math.min(Math.max(first, Math.round(time * sampleRate)), Math.max(first, last - 1));
    let clock = splice ?? 0;
    let ended = false;
    pieces = splice === undefined ? [] : pieces.filter(({ when }) => when < splice);
    const fill = async (): Promise<void> => {
      while (mine === turn && !ended && (clock === 0 || clock < audio.currentTime + AHEAD)) {
        const block = await read(place, Math.min(Math.round(most), last - place));
        if (mine !== turn) return;
        const count = block[0]?.length ?? 0;
        if (count > 0) {
          if (clock < audio.currentTime)
            clock = Math.ceil((audio.currentTime + LEAD) * sampleRate) / sampleRate;
          const piece = { when: clock, from: place, count };
          schedule(audio, block, piece);
          pieces.push(piece);
          clock += count / sampleRate;
          place += count;
        }
        if (count > 0 && place < last) continue;
        ended = !passage.loop || (count === 0 && place === first);
        place = first;
      }
    };
    const tick = async (): Promise<void> => {
      await fill();
      if (mine !== turn) return;
      const now = audio.currentTime;
      if (ended && now >= clock) {
        silence();
        store.setState({ playing: false, time: passage.start });
        return;
      }
      const heard = pieces.findLast(({ when }) => when <= now);
      if (heard) {
        pieces = pieces.slice(pieces.indexOf(heard));
        const frames = Math.min(heard.count, (now - heard.when) * sampleRate);
        store.setState({ time: (heard.from + frames) / sampleRate });
      }
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

  return Object.assign(store, {
    play() {
      const { time } = store.getState();
      const isWithin = time >= passage.start && time < passage.end - 0.01;
      store.setState({ playing: true });
      start(isWithin ? time : passage.start);
    },
    pause() {
      silence();
      store.setState({ playing: false });
    },
    refresh() {
      held = null;
      if (!store.getState().playing || !context) return;
      const splice = Math.ceil((context.currentTime + SPLICE) * sampleRate) / sampleRate;
      const until = pieces.findLast(
        ({ when, count }) => when <= splice && splice < when + count / sampleRate,
      );
      if (until) start((until.from + (splice - until.when) * sampleRate) / sampleRate, splice);
      else start(store.getState().time);
    },
    seek(to: number) {
      const time = Math.min(Math.max(0, to), duration());
      store.setState({ time });
      if (store.getState().playing) start(time);
    },
    set(next: Passage) {
      passage = next;
      if (store.getState().playing) start(store.getState().time);
    },
    level(next: number) {
      factor = next;
      if (context) gain?.gain.setTargetAtTime(next, context.currentTime, FADE);
    },
    close() {
      silence();
      store.setState({ playing: false });
      reading.close();
      void context?.close().catch(deps.onError);
    },
  });
}
