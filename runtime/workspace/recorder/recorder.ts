import { createStore } from "zustand/vanilla";
import { microphoneFault } from "../../audio/microphone/microphone-fault.ts";
import type { Session } from "../session/session.ts";
import type { Fault } from "../contract/fault.ts";
import type { FilesStore } from "../contract/file.ts";
import type { Recorder, RecorderState } from "../contract/recorder.ts";

/** Loudness of a stream, while it is measured. */
export interface LevelMeter {
  /** Loudest sample since the last look, 0 to 1. */
  read(): number;
  close(): void;
}

export interface RecorderDeps {
  readonly session: Session;
  readonly files: Pick<FilesStore, "add" | "getState" | "subscribe">;
  /** Null where the browser has none, such as on an address without a certificate. */
  readonly devices: Pick<MediaDevices, "getUserMedia"> | null;
  readonly createRecorder: (stream: MediaStream, type: string) => MediaRecorder;
  readonly isTypeSupported: (type: string) => boolean;
  readonly createMeter: (stream: MediaStream) => LevelMeter;
  /** Name of a file without ending, in the visitor's language. @param date epoch milliseconds */
  readonly nameOf: (date: number) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly report: (error: unknown) => void;
}

/** What browsers record, the best first. */
const TYPES = [
  ["audio/webm;codecs=opus", "webm"],
  ["audio/mp4;codecs=mp4a.40.2", "m4a"],
  ["audio/mp4", "m4a"],
  ["audio/ogg;codecs=opus", "ogg"],
  ["audio/webm", "webm"],
] as const;

/** ms between two chunks: a crash loses no more. */
const CHUNK_MS = 1000;
/** ms between two looks at the level. */
const LEVEL_MS = 50;

const FAILED: Fault = { code: "recorder.failed", params: {} };
const IDLE: RecorderState = { state: "idle", seconds: 0, level: 0, fault: null };

/** One recording, from the microphone to the tray. */
interface Take {
  readonly id: string;
  readonly file: string;
  readonly type: string;
  readonly recorder: MediaRecorder;
  readonly stream: MediaStream;
  readonly meter: LevelMeter;
  /** In their order; they are on the device too, until they are one file. */
  readonly chunks: Blob[];
  /** Resolves once the browser has given the last chunk. */
  readonly stopped: Promise<void>;
}

/**
 * A recorder that keeps what it hears on the device as well; it is not started yet.
 * @throws {DOMException} NotSupportedError
 */
function openTake(deps: RecorderDeps, stream: MediaStream): Take {
  const { session, report } = deps;
  const found = TYPES.find(([type]) => deps.isTypeSupported(type));
  if (!found) throw new DOMException("Nothing to record with", "NotSupportedError");
  const [type, ending] = found;
  const started = deps.now();
  const id = session.newId();
  const recorder = deps.createRecorder(stream, type);
  const chunks: Blob[] = [];
  const file = `${deps.nameOf(started)}.${ending}`;
  const plain = type.split(";")[0]!;
  const open = session.open();
  const kept = open.then(({ database }) =>
    database.recordings.put({ id, name: file, type: plain, tab: session.tab, started }),
  );
  kept.catch(report);
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size === 0) return;
    chunks.push(data);
    open.then(({ database }) => database.chunks.append(id, data)).catch(report);
  });
  const stopped = new Promise<void>((resolve) =>
    recorder.addEventListener("stop", () => resolve(), { once: true }),
  );
  return {
    id,
    file,
    type: plain,
    recorder,
    stream,
    meter: deps.createMeter(stream),
    chunks,
    stopped,
  };
}

/** Records from the microphone. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const { files, devices, now, setTimer, report } = deps;
  const store = createStore<RecorderState>(() => IDLE);
  const set = (state: Partial<RecorderState>): void => store.setState(state);
  let take: Take | null = null;
  /** Counts the tries: an answer to one that was given up is not used. */
  let turn = 0;
  let before = 0;
  let since = 0;
  let cancelLook = (): void => {};

  const seconds = (): number => (before + (since > 0 ? now() - since : 0)) / 1000;
  function look(): void {
    cancelLook = setTimer(() => {
      if (take) set({ seconds: seconds(), level: since > 0 ? take.meter.read() : 0 });
      look();
    }, LEVEL_MS);
  }
  /** The clock stands. */
  function halt(): void {
    if (since > 0) before += now() - since;
    since = 0;
  }
  function release({ stream, meter }: Take): void {
    cancelLook();
    meter.close();
    for (const track of stream.getTracks()) track.stop();
  }
  async function begin(stream: MediaStream): Promise<void> {
    const own = openTake(deps, stream);
    take = own;
    // The microphone was pulled out, or the permission taken back: what is there is kept.
    const lose = (code: string): void => {
      if (take !== own || store.getState().state === "saving") return;
      void stop().then(() => set({ state: "failed", fault: { code, params: {} } }));
    };
    for (const track of stream.getAudioTracks())
      track.addEventListener("ended", () => lose("recorder.lost"), { once: true });
    own.recorder.addEventListener("error", () => lose("recorder.failed"), { once: true });
    own.recorder.start(CHUNK_MS);
    before = 0;
    since = now();
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
      stream = await devices.getUserMedia({
        // As it sounds: what is to be cleaned is cleaned by the tools.
        audio: {
          echoCancellation: false,
          noiseSuppression: false,
          autoGainControl: false,
          ...(device !== undefined && { deviceId: { exact: device } }),
        },
      });
      if (own !== turn) for (const track of stream.getTracks()) track.stop();
      else await begin(stream);
    } catch (error) {
      for (const track of stream?.getTracks() ?? []) track.stop();
      if (own === turn) set({ ...IDLE, state: "failed", fault: microphoneFault(error) ?? FAILED });
    }
  }

  /** Ends the recording. */
  async function end(own: Take): Promise<void> {
    halt();
    set({ state: "saving", seconds: seconds(), level: 0 });
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
    forgetChunks(deps, own.id, added[0]).catch(report);
    return added[0] ?? null;
  }

  return Object.assign(store, {
    start,
    pause() {
      if (store.getState().state !== "recording") return;
      take?.recorder.pause();
      halt();
      set({ state: "paused", seconds: seconds(), level: 0 });
    },
    resume() {
      if (store.getState().state !== "paused") return;
      take?.recorder.resume();
      since = now();
      set({ state: "recording" });
    },
    stop,
    async discard() {
      turn++;
      const own = take;
      if (store.getState().state === "saving") return;
      if (own) {
        await end(own);
        await forgetChunks(deps, own.id).catch(report);
      }
      set(IDLE);
    },
  });
}

/** Deletes the chunks of a recording: once its file is on the device, or has been removed. */
async function forgetChunks(
  { session, files }: Pick<RecorderDeps, "session" | "files">,
  recording: string,
  file?: string,
): Promise<void> {
  const isOver = (): boolean => {
    const found = files.getState().files.find(({ id }) => id === file);
    return !found || found.state === "ready";
  };
  if (!isOver())
    await new Promise<void>((resolve) => {
      const end = files.subscribe(() => {
        if (!isOver()) return;
        end();
        resolve();
      });
    });
  const { database } = await session.open();
  await database.chunks.clear(recording);
  await database.recordings.change(recording, () => null);
}

/**
 * Brings recordings to the tray whose tab has gone before they were ended.
 * @returns how many
 */
export async function recoverRecordings(
  deps: Pick<RecorderDeps, "session" | "files" | "report">,
): Promise<number> {
  const { session, files, report } = deps;
  const { database, presence } = await session.open();
  let count = 0;
  for (const { id, name, type, tab } of await database.recordings.all()) {
    if (!(await presence.isGone(tab))) continue;
    let mine = false;
    // Another tab may be about to do the same.
    await database.recordings.change(id, (recording) => {
      mine = recording.tab === tab;
      return mine ? { ...recording, tab: session.tab } : recording;
    });
    if (!mine) continue;
    const chunks = await database.chunks.all(id);
    const added =
      chunks.length === 0 ? [] : files.add([new File(chunks, name, { type })], "recorded");
    count += added.length;
    forgetChunks(deps, id, added[0]).catch(report);
  }
  return count;
}
