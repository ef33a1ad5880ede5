import type { FilesStore } from "../../contract/file.ts";
import type { Session } from "../session/session.ts";

/** The level of a stream. */
export interface LevelMeter {
  /** Sample peak since the last call, from 0 to 1. */
  read(): number;
  close(): void;
}

export interface RecorderDeps {
  readonly session: Session;
  readonly files: Pick<FilesStore, "add" | "getState" | "subscribe">;
  /** Null if the browser has none, for example without a secure context. */
  readonly devices: Pick<MediaDevices, "getUserMedia"> | null;
  readonly createRecorder: (stream: MediaStream, type: string) => MediaRecorder;
  readonly isTypeSupported: (type: string) => boolean;
  readonly createMeter: (stream: MediaStream) => LevelMeter;
  /** File name without extension in the visitor's language. @param date epoch milliseconds */
  readonly nameOf: (date: number) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  readonly report: (error: unknown) => void;
}

/** Recording formats, the best first. */
const TYPES = [
  ["audio/webm;codecs=opus", "webm"],
  ["audio/mp4;codecs=mp4a.40.2", "m4a"],
  ["audio/mp4", "m4a"],
  ["audio/ogg;codecs=opus", "ogg"],
  ["audio/webm", "webm"],
] as const;

/** One recording, from the microphone to the tray. */
export interface Take {
  readonly id: string;
  readonly file: string;
  readonly type: string;
  readonly recorder: MediaRecorder;
  readonly stream: MediaStream;
  readonly meter: LevelMeter;
  /** In order; they are also stored on the device until they become one file. */
  readonly chunks: Blob[];
  /** Resolves after the browser has delivered the last chunk. */
  readonly stopped: Promise<void>;
}

/**
 * Creates a recorder that also stores its chunks on the device; it is not started.
 * @throws {DOMException} NotSupportedError
 */
export function openTake(deps: RecorderDeps, stream: MediaStream): Take {
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
  const storing = open.then(({ database }) =>
    database.recordings.put({ id, name: file, type: plain, tab: session.tab, started }),
  );
  storing.catch(report);
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
