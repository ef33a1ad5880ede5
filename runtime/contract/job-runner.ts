import type { Saving } from "./file.ts";
import type { JsonObject } from "./json.ts";
import type { Hosted } from "./hosted.ts";
import type { JobEngine } from "./job-engine.ts";
import type { Links } from "./links.ts";
import type { SinkChunk } from "./sinks/sink-chunk.ts";

/** A result that is written directly to storage. */
export interface JobSink extends WritableStream<SinkChunk> {
  /** Closes the stream if it is still open. A result that is not finished is discarded. */
  finish(): Promise<JobOutput>;
}

/** A finished result. Small ones may be returned as blobs, without a sink. */
export type JobOutput = (
  | { readonly kind: "written"; readonly id: string }
  | { readonly kind: "blob"; readonly name: string; readonly blob: Blob }
) & {
  /**
   * Message key of the reason why it equals its input, with advice; missing if anything was
   * changed. A job with only such results is refunded (USR-15).
   */
  readonly unchanged?: string;
  /** Missing if it is saved as it is. */
  readonly saving?: Saving;
  /** Distinguishes results of one job; missing if they are of the same kind. */
  readonly role?: string;
};

export interface JobProgress {
  /**
   * Progress of the whole job from 0 to 1, its stages weighted by their measured cost. 1: all work
   * is done, and the results are being completed. Null if unknown.
   */
  readonly done: number | null;
  /** A message key of the panel. */
  readonly stage?: string;
  /** Whether the speed of this stage says nothing about the rest, so that no time left is shown. */
  readonly uncertain?: boolean;
}

/** Input and environment of a running job. */
export interface JobRun<P> {
  readonly files: readonly File[];
  /** A text or a link as input; null for files. */
  readonly text: string | null;
  /** Ids in the tray, in the order of `files`. */
  readonly fileIds: readonly string[];
  readonly params: P;
  readonly preset: string;
  /** Runs tasks where the visitor has chosen: on the device, or on the site's servers. */
  readonly engine: JobEngine;
  /** Access to linked media and articles. */
  readonly links: Links;
  /** Models on the operator's servers. */
  readonly hosted: Hosted;
  /** Id of the server's hold of credits for this job; null if it is free. */
  readonly usageId: string | null;
  /** Aborted when the job is canceled; its result is then ignored. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  /** Opens a new result for writing. */
  readonly sink: (name: string, type: string) => Promise<JobSink>;
  /**
   * Opens a finished result of this or another job.
   * @throws {FaultError} `file.missing` if its bytes no longer exist
   */
  readonly result: (id: string) => Promise<Blob>;
  /**
   * Registers a function that runs once when the job ends for any reason, immediately when it is
   * canceled: for example to terminate workers.
   */
  readonly defer: (end: () => void) => void;
}

/**
 * The default export of `runtime/panels/<id>/job.ts`. Errors that it throws become those of the
 * job.
 * @returns results in display order
 */
export type JobRunner<P = JsonObject> = (run: JobRun<P>) => Promise<readonly JobOutput[]>;

/** What a job gets that needs one device and its files alone. */
export type DeviceRun<P> = Omit<JobRun<P>, "text" | "links" | "hosted" | "usageId">;
/** A `JobRunner` that also runs outside of the workspace. */
export type DeviceJob<P = JsonObject> = (run: DeviceRun<P>) => Promise<readonly JobOutput[]>;
