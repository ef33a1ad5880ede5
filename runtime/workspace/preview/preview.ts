import { createStore } from "zustand/vanilla";
import { FaultError } from "../../contract/fault.ts";
import type { Preview, PreviewState } from "../../contract/preview.ts";

/** The used part of an `<audio>` element. */
export interface Player {
  src: string;
  currentTime: number;
  readonly duration: number;
  readonly ended: boolean;
  readonly error: unknown;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: "src"): void;
  addEventListener(
    type: "timeupdate" | "durationchange" | "play" | "pause" | "ended" | "error",
    listener: () => void,
  ): void;
}

export interface PreviewDeps {
  readonly player: () => Player;
  readonly urls: Pick<typeof URL, "createObjectURL" | "revokeObjectURL">;
  /** Whether any sound can start here: there is an output device, and the browser allows audio. */
  readonly canSound: () => Promise<boolean>;
  /** Called if it cannot be opened or played. */
  readonly onFailed: (id: string, error: unknown) => void;
}

const NOTHING: PreviewState = { id: null, state: "paused", time: 0, duration: null };

/** Plays; pausing before playback starts is not an error. */
async function playUntilPaused(player: Player): Promise<void> {
  try {
    await player.play();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** Reports the events of a player. */
function follow(
  player: Player,
  {
    onChange,
    onError,
  }: {
    readonly onChange: (change: Partial<PreviewState>) => void;
    readonly onError: (error: unknown) => void;
  },
): void {
  const on = (
    type: Parameters<Player["addEventListener"]>[0],
    changeOf: () => Partial<PreviewState>,
  ): void => player.addEventListener(type, () => onChange(changeOf()));
  on("timeupdate", () => ({ time: player.currentTime }));
  on("durationchange", () => ({
    duration: Number.isFinite(player.duration) ? player.duration : null,
  }));
  on("play", () => ({ state: "playing" }));
  on("pause", () => ({ state: "paused" }));
  on("ended", () => ({ state: "paused", time: 0 }));
  player.addEventListener("error", () => onError(player.error));
}

/** Why a file was not played. If no sound can start, the file is not the reason. */
async function playFault(error: unknown, canSound: PreviewDeps["canSound"]): Promise<FaultError> {
  const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
  const code = isRefused || !(await canSound()) ? "sound.notStarted" : "sound.unplayable";
  return new FaultError(code, {}, error);
}

/** Plays files as they are, one at a time. */
export function createPreview({
  player: makePlayer,
  urls,
  canSound,
  onFailed,
}: PreviewDeps): Preview {
  const store = createStore<PreviewState>(() => NOTHING);
  let made: Player | null = null;
  let address: string | null = null;
  /** Changes with every start and stop: results of earlier ones are ignored. */
  let turn = 0;
  /** Requested start while the file is being opened. */
  let begin = 0;

  const letGo = (): void => {
    turn += 1;
    if (address === null) return;
    made?.pause();
    made?.removeAttribute("src");
    // Without this call the browser keeps the file open.
    made?.load();
    urls.revokeObjectURL(address);
    address = null;
  };
  const end = (): void => {
    letGo();
    store.setState(NOTHING);
  };
  const failToPlay = (id: string, error: unknown): void => {
    end();
    void playFault(error, canSound).then((fault) => onFailed(id, fault));
  };

  function playerOf(): Player {
    if (made) return made;
    made = makePlayer();
    follow(made, {
      onChange: (change) => {
        if (address !== null) store.setState(change);
      },
      onError: (error) => {
        const { id } = store.getState();
        if (address !== null && id !== null) failToPlay(id, error);
      },
    });
    return made;
  }

  async function start(id: string, open: () => Promise<Blob>, from: number): Promise<void> {
    letGo();
    const mine = turn;
    begin = from;
    store.setState({ id, state: "loading", time: from, duration: null });
    try {
      const blob = await open();
      if (mine !== turn) return;
      if (blob.size === 0) throw new FaultError("file.empty");
      const player = playerOf();
      address = urls.createObjectURL(blob);
      player.src = address;
      // Set before the file is loaded, as its default playback start position.
      if (begin > 0) player.currentTime = begin;
      await playUntilPaused(player).catch((error: unknown) => {
        if (mine === turn) failToPlay(id, error);
      });
    } catch (error) {
      if (mine !== turn) return;
      end();
      onFailed(id, error);
    }
  }

  return Object.assign(store, {
    toggle(id: string, open: () => Promise<Blob>, from = 0) {
      const { id: own, state } = store.getState();
      if (id !== own) return void start(id, open, from);
      if (state === "playing") made?.pause();
      else if (state === "paused" && made) {
        const mine = turn;
        playUntilPaused(made).catch((error: unknown) => {
          if (mine === turn) failToPlay(id, error);
        });
      }
    },
    seek(seconds: number) {
      if (store.getState().state === "loading") {
        begin = seconds;
        if (address === null) return store.setState({ time: seconds });
      }
      if (!made || address === null) return;
      made.currentTime = seconds;
      store.setState({ time: seconds });
    },
    stop(id?: string) {
      if (id !== undefined && id !== store.getState().id) return;
      end();
    },
  });
}
