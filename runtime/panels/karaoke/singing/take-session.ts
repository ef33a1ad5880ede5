import { type StoreApi, createStore } from "zustand/vanilla";
import { PITCH_STEP } from "#audio/music/singing/sung-pitch.ts";
import type { VoicePitch } from "#audio/music/singing/pitch-path.ts";
import { microphoneFault } from "#runtime/audio/microphone/microphone-fault.ts";
import { type Fault, FaultError } from "#runtime/contract/fault.ts";
import type { PitchMessage } from "./take-protocol.ts";

export interface TakeState {
  /** `asking`: the browser asks for permission. `failed`: see `fault`. */
  readonly state: "idle" | "asking" | "recording" | "failed";
  readonly fault: Fault | null;
}

/** The song that is sung to. */
export interface TakeSong {
  /** Position in the song and its speed; null while it does not play. */
  readonly clock: () => { readonly time: number; readonly tempo: number } | null;
  readonly onPitch: (time: number, pitch: VoicePitch) => void;
  /** The microphone was disconnected while recording. */
  readonly onLost: () => void;
}

export interface Take {
  readonly sound: Blob;
  /** Length, which files of recorders often do not say. */
  readonly seconds: number;
}

/** A recording of singing, and its pitch while it is made. */
export interface TakeSession extends StoreApi<TakeState> {
  /** Asks for the microphone. Never rejects. @returns whether it records */
  start(song: TakeSong): Promise<boolean>;
  /** The recording pauses with the song. */
  setPlaying(isPlaying: boolean): void;
  /** Releases the microphone. @returns the recording; null if there is none */
  stop(): Promise<Take | null>;
}

export interface TakeDeps {
  /** Null if the browser has none, for example without a secure context. */
  readonly devices: Pick<MediaDevices, "getUserMedia"> | null;
  readonly createContext: () => AudioContext;
  /** Connects the pitch processor. @returns disconnects it */
  readonly connect: (
    context: AudioContext,
    stream: MediaStream,
    onPitches: (message: PitchMessage) => void,
  ) => Promise<() => void>;
  readonly createRecorder: (stream: MediaStream) => MediaRecorder;
  readonly report: (error: unknown) => void;
}

const IDLE: TakeState = { state: "idle", fault: null };
const FAILED: Fault = { code: "panel-karaoke:score.failed", params: {} };

interface OpenTake {
  readonly recorder: MediaRecorder;
  readonly chunks: Blob[];
  readonly stopped: Promise<void>;
  readonly close: () => void;
  /** Seconds on the clock of the audio context. */
  readonly now: () => number;
  /** Seconds recorded before the last pause, and the time at which recording has continued. */
  seconds: number;
  since: number;
}

export function createTakeSession(deps: TakeDeps): TakeSession {
  const store = createStore<TakeState>(() => IDLE);
  let take: OpenTake | null = null;
  /** Changes with every attempt: results of earlier ones are ignored. */
  let turn = 0;

  function addPitches({ from, pitches }: PitchMessage, now: number, song: TakeSong): void {
    const clock = song.clock();
    if (!clock) return;
    for (const [at, pitch] of pitches.entries()) {
      const ago = now - (from + at * PITCH_STEP);
      song.onPitch(clock.time - ago * clock.tempo, pitch);
    }
  }
  function record(stream: MediaStream, { close, now }: Pick<OpenTake, "close" | "now">): OpenTake {
    const recorder = deps.createRecorder(stream);
    const chunks: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    const stopped = new Promise<void>((resolve) =>
      recorder.addEventListener("stop", () => resolve(), { once: true }),
    );
    recorder.start(1000);
    recorder.pause();
    return { recorder, chunks, stopped, close, now, seconds: 0, since: 0 };
  }
  function pause(own: OpenTake): void {
    if (own.recorder.state !== "recording") return;
    own.recorder.pause();
    own.seconds += own.now() - own.since;
  }

  async function start(song: TakeSong): Promise<boolean> {
    if (store.getState().state === "asking" || take) return false;
    const own = ++turn;
    store.setState({ ...IDLE, state: "asking" });
    // Created in the click handler, because some browsers block audio otherwise.
    const context = deps.createContext();
    let stream: MediaStream | null = null;
    let disconnect = (): void => {};
    const close = (): void => {
      disconnect();
      for (const track of stream?.getTracks() ?? []) track.stop();
      void context.close().catch(() => {});
    };
    try {
      if (!deps.devices) throw new DOMException("No devices", "NotSupportedError");
      stream = await deps.devices.getUserMedia({
        // These change the voice, or remove it together with the song.
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      });
      if (own === turn)
        disconnect = await deps.connect(context, stream, (message) => {
          if (own === turn) addPitches(message, context.currentTime, song);
        });
      if (own !== turn) {
        close();
        return false;
      }
      take = record(stream, { close, now: () => context.currentTime });
      for (const track of stream.getAudioTracks())
        track.addEventListener("ended", () => own === turn && song.onLost(), { once: true });
      store.setState({ state: "recording" });
      return true;
    } catch (error) {
      close();
      if (own !== turn) return false;
      const fault = error instanceof FaultError ? error.fault : microphoneFault(error);
      if (!fault) deps.report(error);
      store.setState({ state: "failed", fault: fault ?? FAILED });
      return false;
    }
  }
  return Object.assign(store, {
    start,
    setPlaying(isPlaying: boolean) {
      if (!take) return;
      if (!isPlaying) pause(take);
      else if (take.recorder.state === "paused") {
        take.recorder.resume();
        take.since = take.now();
      }
    },
    async stop() {
      turn++;
      const own = take;
      take = null;
      store.setState(IDLE);
      if (!own) return null;
      pause(own);
      if (own.recorder.state !== "inactive") {
        own.recorder.stop();
        await own.stopped;
      }
      own.close();
      const type = own.recorder.mimeType.split(";")[0]!;
      const size = own.chunks.reduce((sum, chunk) => sum + chunk.size, 0);
      return size === 0 ? null : { sound: new Blob(own.chunks, { type }), seconds: own.seconds };
    },
  });
}
