import type { Stage } from "#audio/tasks/task.ts";
import type { Failure } from "#audio/tasks/failure.ts";

/**
 * The types of a task: its request, its result, and the messages that it emits before the result.
 */
export interface Task<Request extends object, Result, Emits = never> {
  readonly request: Request;
  readonly result: Result;
  readonly emits: Emits;
}

/** Messages that any task may post before its result. */
export type TaskUpdate<Emits> =
  /** @param done from 0 to 1; null while it is unknown */
  | { readonly kind: "progress"; readonly done: number | null; readonly stage: Stage }
  /** A chunk of a file, acknowledged by `wrote`. */
  | {
      readonly kind: "write";
      /** Index of the output file; missing if there is only one. */
      readonly result?: number;
      /** Byte offset. */
      readonly position: number;
      readonly data: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: "emit"; readonly message: Emits };

/** Messages from a worker to the document. */
export type TaskMessage<T extends Task<object, unknown, unknown>> =
  | TaskUpdate<T["emits"]>
  | { readonly kind: "done"; readonly value: T["result"] }
  | TaskFailure;

export type TaskFailure =
  /** The browser has no decoder for the file in workers; the document may have one. */
  | {
      readonly kind: "undecodable";
      readonly sampleRate: number;
      readonly codec: string | null;
    }
  | Failure;

/**
 * The document has handled the last `write` or the last awaited message; `buffer` is that of the
 * chunk.
 */
export interface Acknowledgement {
  readonly call: "wrote";
  readonly buffer?: ArrayBuffer;
}

/** Writes a chunk of a file. Resolves when the document has written it. */
export type WriteChunk = (
  position: number,
  data: Uint8Array<ArrayBuffer>,
  /** Index of the output file, if there are several. */
  result?: number,
) => Promise<void>;

/** The environment of a task in its worker. */
export interface TaskContext<Emits = never> {
  /** Reports progress, throttled; changes of the stage and unknown progress are always reported. */
  readonly onProgress: (done: number | null, stage: Stage) => void;
  readonly write: WriteChunk;
  readonly emit: (message: Emits, transfer?: Transferable[]) => void;
  /** Emits a message, and resolves when the document has handled it. */
  readonly emitAndWait: (message: Emits, transfer?: Transferable[]) => Promise<void>;
  /** Marks buffers of a result that are moved, not copied. @returns the result */
  readonly transfer: <T>(result: T, buffers: Transferable[]) => T;
  /** Accepts requests of the document from now on, also after the task; see `createRpcServer`. */
  readonly serve: (receive: (request: never) => void) => void;
  /** Posts a response to a request. */
  readonly respond: (message: object, transfer: Transferable[]) => void;
  /** Ends the task with an error. */
  readonly fail: (error: unknown) => void;
}

export type TaskHandler<T extends Task<object, unknown, unknown>> = (
  request: T["request"],
  context: TaskContext<T["emits"]>,
) => T["result"] | Promise<T["result"]>;
