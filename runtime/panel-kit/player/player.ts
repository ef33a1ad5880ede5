import { type StoreApi, createStore } from "zustand/vanilla";
import type { SoundOutput, Turn } from "./sound-output.ts";

export interface PlayerState {
  readonly playing: boolean;
  /** Position in seconds. */
  readonly time: number;
}

/** Plays a sound in segments, so that long files need little memory. */
export interface Player<State extends PlayerState> extends StoreApi<State> {
  readonly play: () => void;
  readonly pause: () => void;
  /** @param time position in seconds */
  readonly seek: (time: number) => void;
  readonly close: () => void;
}

/** The result of one scheduling step. */
interface PlaybackStatus {
  /** Position in seconds; null while nothing is heard. */
  readonly time: number | null;
  /** Playback has ended, and the next one starts at `time`. */
  readonly ended?: boolean;
}

/** Schedules the next segments, and returns what is heard. */
export type ScheduleStep = (turn: Turn) => Promise<PlaybackStatus>;

export interface PlayerDeps<State extends PlayerState, Bus extends string> {
  readonly initial: State;
  readonly output: SoundOutput<Bus>;
  /** The current length of the sound in seconds. */
  readonly duration: () => number;
  /** Where playback starts for a position. Both in seconds. */
  readonly startFrom: (time: number) => number;
  /**
   * Called for every start.
   * @param time position in seconds
   * @param splice time of the audio context at which it is heard; missing for as soon as possible
   */
  readonly begin: (time: number, splice?: number) => ScheduleStep;
  /** Releases the input. */
  readonly release: () => void;
}

/**
 * State, clock and end that all players share; `start` continues at another position or with
 * another sound.
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
      const { time: position, ended = false } = await look(turn);
      if (!turn.isLatest()) return false;
      if (ended) output.silence();
      if (position !== null) set(ended ? { playing: false, time: position } : { time: position });
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
