import type { Job } from "../contract/job.ts";
import type { JsonObject } from "../contract/json.ts";
import type { JobResult, TrayFile } from "../contract/file.ts";

/** A file of the tray as it is kept. */
export interface StoredFile extends Omit<TrayFile, "state" | "saved"> {
  /** Id of its bytes; a result that is used as input shares them with its job. */
  readonly bytes: string;
  /** Whether all of its bytes are in the device's storage. */
  readonly stored: boolean;
  /**
   * Name, size, type and time of its last change, by which a file that is opened again is recognized; missing
   * for results and recordings, and in records of earlier builds.
   */
  readonly source?: string;
  /** Tab that has brought it. */
  readonly tab: string;
  /** Files are shown by ascending rank. */
  readonly rank: number;
  /** Tab that has removed it, until that can no longer be undone. */
  readonly removedBy: string | null;
}

/** Its id is that of its bytes. */
export interface StoredResult extends Omit<JobResult, "state"> {
  readonly stored: boolean;
}

/** A job as it is kept. */
export interface StoredJob extends Omit<
  Job,
  | "results"
  | "text"
  | "unchanged"
  | "charged"
  | "hostedSeconds"
  | "progress"
  | "stage"
  | "left"
  | "finishing"
  | "retryAt"
  | "own"
> {
  readonly results: readonly StoredResult[];
  /** As `Job` has them; missing in records of earlier builds. */
  readonly text?: string | null;
  readonly unchanged?: string | null;
  readonly charged?: number | null;
  readonly hostedSeconds?: number;
  /** Credits as they were quoted; 0 asks nobody. */
  readonly quote: number;
  /** Length of the input in seconds. */
  readonly seconds: number;
  /** Whether credits are held that nobody has asked to settle or refund. */
  readonly held: boolean;
  /** Tab that runs it, or ran it last. */
  readonly tab: string;
  readonly rank: number;
  readonly removedBy: string | null;
}

/** What must still be said to the server about credits that were held. */
export interface StoredClosing {
  /** Also its idempotency key. */
  readonly id: string;
  readonly kind: "settle" | "refund";
  readonly usageId: string;
  /** Epoch milliseconds. */
  readonly created: number;
}

/** A recording whose chunks have not become a file yet. */
export interface StoredRecording {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly tab: string;
  /** Epoch milliseconds. */
  readonly started: number;
}

/** Records of a kind, by id. Changes reach other tabs. */
export interface Records<R extends { readonly id: string }> {
  all(): Promise<R[]>;
  /** Those that exist. */
  get(ids: readonly string[]): Promise<R[]>;
  put(record: R): Promise<void>;
  /** Changes what is there now, whoever wrote it; null deletes it. Nothing happens to what is not there. */
  change(id: string, change: (record: R) => R | null): Promise<void>;
}

/** Chunks of recordings, in their order. */
export interface Chunks {
  append(recording: string, chunk: Blob): Promise<void>;
  all(recording: string): Promise<Blob[]>;
  clear(recording: string): Promise<void>;
}

/** Small things by name. */
export interface Values {
  get(name: string): Promise<JsonObject | null>;
  set(name: string, value: JsonObject): Promise<void>;
}

/** Bytes as whole blobs, where a browser has no file system for pages. */
export interface Blobs {
  get(id: string): Promise<Blob | null>;
  put(id: string, blob: Blob): Promise<void>;
  delete(id: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** Everything of the workspace that is kept, apart from the bytes of files. */
export interface Database {
  readonly files: Records<StoredFile>;
  readonly jobs: Records<StoredJob>;
  readonly closings: Records<StoredClosing>;
  readonly recordings: Records<StoredRecording>;
  readonly chunks: Chunks;
  readonly values: Values;
  readonly blobs: Blobs;
  close(): void;
}
