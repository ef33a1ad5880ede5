import type { Saving } from "./file.ts";
import type { JsonObject } from "./json.ts";
import type { Hosted } from "./hosted.ts";
import type { Links } from "./links.ts";

/** Bytes to append, or to put where something has been written or left out before. */
export type SinkChunk =
  | BufferSource
  | Blob
  | {
      readonly type: "write";
      /** Bytes from the beginning. */
      readonly position: number;
      readonly data: BufferSource | Blob;
    };

/** A result that is being written, straight to storage. */
export interface JobSink extends WritableStream<SinkChunk> {
  /** Closes it where that has not been done; without it the result is thrown away. */
  finish(): Promise<JobOutput>;
}

/** A finished result. Small ones may be returned as they are, without a sink. */
export type JobOutput = (
  | { readonly kind: "written"; readonly id: string }
  | { readonly kind: "blob"; readonly name: string; readonly blob: Blob }
) & {
  /**
   * Message key of why it is what came in, and what to try; missing where something was changed. A job
   * with nothing but such results is refunded (USR-15).
   */
  readonly unchanged?: string;
  /** Missing: it is saved as it is. */
  readonly saving?: Saving;
  /** Which of several results it is; missing where they are of one kind. */
  readonly role?: string;
};

export interface JobProgress {
  /**
   * 0 to 1 of the whole job: each of its stages takes its share by its measured cost. 1: all of its work is
   * done, and it is finishing. Null when it cannot be known.
   */
  readonly done: number | null;
  /** A message key of the panel. */
  readonly stage?: string;
  /** Whether the speed of this stage says nothing about the rest: no time left is told then. */
  readonly uncertain?: boolean;
}

/** What a job works with. */
export interface JobRun<P> {
  readonly files: readonly File[];
  /** A text or a link in place of files; null where there are some. */
  readonly text: string | null;
  /** Of the tray, in the order of `files`. */
  readonly fileIds: readonly string[];
  readonly params: P;
  readonly preset: string;
  /** What is behind links. */
  readonly links: Links;
  /** Models on the operator's servers. */
  readonly hosted: Hosted;
  /** What holds the job's credits with the server; null for what is free. */
  readonly usageId: string | null;
  /** Aborted when the job is cancelled; nobody waits for it then. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /** Opens a result for writing. */
  readonly sink: (name: string, type: string) => Promise<JobSink>;
  /**
   * Opens a result: one that this job has finished, or one of another job.
   * @throws {FaultError} `file.missing` when its bytes are gone
   */
  readonly result: (id: string) => Promise<Blob>;
  /** Runs once when the job ends in whatever way, at once when it is cancelled: ends workers. */
  readonly defer: (end: () => void) => void;
}

/**
 * `runtime/panels/<id>/job.ts` exports it by default. What it throws becomes the job's error.
 * @returns results, in the order in which they are shown
 */
export type JobRunner<P = JsonObject> = (run: JobRun<P>) => Promise<readonly JobOutput[]>;
