import { failureOf } from "#audio/tasks/failure.ts";
import { UndecodableError } from "./undecodable-error.ts";
import type { Acknowledgement, TaskContext, TaskFailure } from "./protocol.ts";
import type { Stage } from "#audio/tasks/task.ts";

/** Minimum interval between progress messages, in ms. */
const PROGRESS_INTERVAL_MS = 200;

type Post = (message: object, transfer?: Transferable[]) => void;

/** Runs tasks in a worker, one after the other. */
export function createTaskContext(post: Post) {
  let lastProgress: { readonly at: number; readonly stage: Stage } = {
    at: -Infinity,
    stage: "loading",
  };
  let acknowledged = (): void => {};
  /**
   * Recycled chunk buffers: without them, a worker with little other garbage retains dozens of
   * chunks.
   */
  let recycledBuffer = new ArrayBuffer(0);
  let resultTransfer: Transferable[] = [];
  let receiveRequest: ((request: never) => void) | null = null;

  const acknowledgement = (): Promise<void> => new Promise((resolve) => (acknowledged = resolve));
  const context: TaskContext<object> = {
    onProgress(done, stage) {
      const at = performance.now();
      const isDue = at - lastProgress.at >= PROGRESS_INTERVAL_MS;
      if (stage === lastProgress.stage && done !== null && !isDue) return;
      lastProgress = { at, stage };
      post({ kind: "progress", done, stage });
    },
    write(position, data, result) {
      const written = acknowledgement();
      // A copy, because an encoder's chunk may be a view of a larger buffer.
      const buffer =
        recycledBuffer.byteLength < data.length ? new ArrayBuffer(data.length) : recycledBuffer;
      recycledBuffer = new ArrayBuffer(0);
      const copy = new Uint8Array(buffer, 0, data.length);
      copy.set(data);
      const index = result === undefined ? {} : { result };
      post({ kind: "write", position, data: copy, ...index }, [buffer]);
      return written;
    },
    emit: (message, transfer) => post({ kind: "emit", message }, transfer),
    emitAndWait(message, transfer) {
      const handled = acknowledgement();
      post({ kind: "emit", message }, transfer);
      return handled;
    },
    transfer(result, buffers) {
      resultTransfer = buffers;
      return result;
    },
    serve: (receive) => void (receiveRequest = receive),
    respond: post,
    fail(error) {
      const failure: TaskFailure =
        error instanceof UndecodableError
          ? { kind: "undecodable", sampleRate: error.sampleRate, codec: error.codec }
          : failureOf(error);
      post(failure);
    },
  };

  return {
    context,
    /** Posts the result of a task. */
    finish(value: unknown): void {
      post({ kind: "done", value }, resultTransfer);
      resultTransfer = [];
    },
    acknowledge({ buffer }: Acknowledgement): void {
      recycledBuffer = buffer ?? recycledBuffer;
      acknowledged();
    },
    receive: (request: never): void => receiveRequest?.(request),
  };
}

/** Serializes writes to several files: the document acknowledges one chunk at a time. */
export function createSerialWrite(write: TaskContext["write"]) {
  let last: Promise<void> = Promise.resolve();
  return (result: number, position: number, data: Uint8Array<ArrayBuffer>): Promise<void> =>
    (last = last.then(() => write(position, data, result)));
}
