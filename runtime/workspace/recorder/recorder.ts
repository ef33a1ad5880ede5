import { createStore } from "zustand/vanilla";
import { microphoneFault } from "../../audio/microphone/microphone-fault.ts";
import type { Fault } from "../../contract/fault.ts";
import type { Recorder, RecorderState } from "../../contract/recorder.ts";
import { deleteChunks } from "./chunk-store.ts";
import { type RecorderDeps, type Take, openTake } from "./take.ts";

/** Length of a chunk in ms: a crash loses no more. */
const CHUNK_MS = 1000;
/** Interval of level measurements in ms. */
const LEVEL_MS = 50;

const FAILED: Fault = { code: "recorder.failed", params: {} };
const IDLE: RecorderState = { state: "idle", seconds: 0, level: 0, fault: null };

/** Requests unprocessed audio from the browser: the tools do the cleaning. */
const soundOf = (device: string | undefined): MediaTrackConstraints => ({
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  ...(device !== undefined && { deviceId: { exact: device } }),
});

/** Measures the length of a take without its pauses. @param now epoch milliseconds */
function createTakeClock(now: () => number) {
  let before = 0;
  /** 0 while paused. */
  let since = 0;
  return {
    runs: () => since > 0,
    seconds: () => (before + (since > 0 ? now() - since : 0)) / 1000,
    run(): void {
      since = now();
    },
    halt(): void {
      if (since > 0) before += now() - since;
      since = 0;
    },
    reset(): void {
      before = 0;
      since = 0;
    },
  };
}

/** Records from the microphone. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { files, devices, setTimer, report } = deps;
  const store = createStore<RecorderState>(() => IDLE);
  const set = (state: Partial<RecorderState>): void => store.setState(state);
  let take: Take | null = null;
  /** Changes with every attempt: results of earlier ones are ignored. */
  let turn = 0;
  const clock = createTakeClock(deps.now);
  let cancelLook = (): void => {};

  function look(): void {
    cancelLook = setTimer(() => {
      if (take) set({ seconds: clock.seconds(), level: clock.runs() ? take.meter.read() : 0 });
      look();
    }, LEVEL_MS);
  }
  function release({ stream, meter }: Take): void {
    cancelLook();
    meter.close();
    for (const track of stream.getTracks()) track.stop();
  }
  async function begin(stream: MediaStream): Promise<void> {
    const own = openTake(deps, stream);
    take = own;
    // The microphone was unplugged, or the permission revoked: the recording so far is kept.
    const lose = (code: string): void => {
      if (take !== own || store.getState().state === "saving") return;
      void stop().then(() => set({ state: "failed", fault: { code, params: {} } }));
    };
    for (const track of stream.getAudioTracks())
      track.addEventListener("ended", () => lose("recorder.lost"), { once: true });
    own.recorder.addEventListener("error", () => lose("recorder.failed"), { once: true });
    own.recorder.start(CHUNK_MS);
    clock.reset();
    clock.run();
    set({ state: "recording", seconds: 0, level: 0, fault: null });
    look();
  }

  async function start(device?: string): Promise<void> {
    const { state } = store.getState();
    if (state !== "idle" && state !== "failed") return;
    const own = ++turn;
    set({ ...IDLE, state: "asking" });
    let stream: MediaStream | null = null;
    try {
      if (!devices) throw new DOMException("No devices", "NotSupportedError");
      stream = await devices.getUserMedia({ audio: soundOf(device) });
      if (own !== turn) for (const track of stream.getTracks()) track.stop();
      else await begin(stream);
    } catch (error) {
      for (const track of stream?.getTracks() ?? []) track.stop();
      if (own === turn) set({ ...IDLE, state: "failed", fault: microphoneFault(error) ?? FAILED });
    }
  }

  /** Ends the recording. */
  async function end(own: Take): Promise<void> {
    clock.halt();
    set({ state: "saving", seconds: clock.seconds(), level: 0 });
    if (own.recorder.state !== "inactive") own.recorder.stop();
    await own.stopped;
    release(own);
    take = null;
  }
  async function stop(): Promise<string | null> {
    const own = take;
    if (!own || store.getState().state === "saving") return null;
    await end(own);
    const { chunks, type, file } = own;
    const added =
      chunks.length === 0 ? [] : files.add([new File(chunks, file, { type })], "recorded");
    set(IDLE);
    deleteChunks(deps, own.id, added[0]).catch(report);
    return added[0] ?? null;
  }

  return Object.assign(store, {
    start,
    pause() {
      if (store.getState().state !== "recording") return;
      take?.recorder.pause();
      clock.halt();
      set({ state: "paused", seconds: clock.seconds(), level: 0 });
    },
    resume() {
      if (store.getState().state !== "paused") return;
      take?.recorder.resume();
      clock.run();
      set({ state: "recording" });
    },
    stop,
    async discard() {
      turn++;
      const own = take;
      if (store.getState().state === "saving") return;
      if (own) {
        await end(own);
        await deleteChunks(deps, own.id).catch(report);
      }
      set(IDLE);
    },
  });
}
