import { type StoreApi, createStore } from "zustand/vanilla";
import type { SoundOutput, Turn } from "./sound-output.ts";

export interface PlayerState {
  readonly playing: boolean;
  /** Place in the sound, in seconds. */
  readonly time: number;
}

/** Plays a sound piece by piece, so that long files need little memory. */
export interface Player<State extends PlayerState> extends StoreApi<State> {
  readonly play: () => void;
  readonly pause: () => void;
  /** @param time place in the sound, in seconds */
  readonly seek: (time: number) => void;
  readonly close: () => void;
}

/** What is heard at the moment. */
interface Heard {
  /** Place in the sound, in seconds; null while nothing is. */
  readonly time: number | null;
  /** It is over, and begins at `time` the next time. */
  readonly ended?: boolean;
}

/** Makes ready what comes, and says what is heard. */
export type Look = (turn: Turn) => Promise<Heard>;

export interface PlayerDeps<State extends PlayerState, Bus extends string> {
  readonly initial: State;
  readonly output: SoundOutput<Bus>;
  /** Length of the sound now, in seconds. */
  readonly duration: () => number;
  /** Where it is played from, when it rests at a place. Both in seconds. */
  readonly startFrom: (time: number) => number;
  /**
   * Called with every start.
   * @param time place in the sound, in seconds
   * @param splice time of the output's clock at which it is heard; missing: as soon as it is ready
   */
  readonly begin: (time: number, splice?: number) => Look;
  /** Gives back what is read. */
  readonly release: () => void;
}

/**
 * The clock, the place and the end that all players share; `start` goes on from another place, or
 * with another sound.
 */
export function createPlayer<State extends PlayerState, Bus extends string>({
  initial,
  output,
  duration,
  startFrom,
  begin,
  release,
}: PlayerDeps<State, Bus>): {
  readonly player: Player<State>;
  readonly start: (time: number, splice?: number) => void;
} {
  const store = createStore<State>(() => initial);
  const set = (change: Partial<PlayerState>): void =>
    store.setState((state) => ({ ...state, ...change }));
  const rest = (): void => set({ playing: false });
  function start(time: number, splice?: number): void {
    const look = begin(time, splice);
    const follow = async (turn: Turn): Promise<boolean> => {
      const { time: place, ended = false } = await look(turn);
      if (!turn.isLatest()) return false;
      if (ended) output.silence();
      if (place !== null) set(ended ? { playing: false, time: place } : { time: place });
      return !ended;
    };
    output.start(follow, rest, splice);
  }
  function pause(): void {
    output.silence();
    rest();
  }
  const player = Object.assign(store, {
    play() {
      const from = startFrom(store.getState().time);
      set({ playing: true });
      start(from);
    },
    pause,
    seek(to: number) {
      const time = Math.min(Math.max(0, to), duration());
      set({ time });
      if (store.getState().playing) start(time);
    },
    close() {
      pause();
      release();
      output.close();
    },
  });
  return { player, start };
}
