import type { Job } from "../../contract/job.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { ServerTaskState } from "../../contract/server-tasks.ts";
import type { JobResult, TrayFile } from "../../contract/file.ts";

/** The stored form of a file in the tray. */
export interface StoredFile extends Omit<TrayFile, "state" | "saved"> {
  /** Id of its bytes; a result that is used as input shares them with its job. */
  readonly bytes: string;
  /** Whether all bytes are in the device's storage. */
  readonly stored: boolean;
  /**
   * Name, size, type and modification time, which identify a file that is opened again; missing for
   * results and recordings, and in records of earlier builds.
   */
  readonly source?: string;
  /** Tab that added it. */
  readonly tab: string;
  /** Files are displayed by ascending rank. */
  readonly rank: number;
  /** Tab that removed it, until that can no longer be undone. */
  readonly removedBy: string | null;
}

/** Its id is also that of its bytes. */
export interface StoredResult extends Omit<JobResult, "state"> {
  readonly stored: boolean;
}

/** The stored form of a job. */
export interface StoredJob extends Omit<
  Job,
  | "results"
  | "text"
  | "unchanged"
  | "charged"
  | "hostedSeconds"
  | "isStopped"
  | "onServer"
  | "sent"
  | "needsTab"
  | "progress"
  | "stage"
  | "left"
  | "finishing"
  | "retryAt"
  | "own"
> {
  readonly results: readonly StoredResult[];
  /** As in `Job`; missing in records of earlier builds. */
  readonly text?: string | null;
  readonly unchanged?: string | null;
  readonly charged?: number | null;
  readonly hostedSeconds?: number;
  readonly onServer?: boolean;
  readonly isStopped?: boolean;
  /** Number of starts of this attempt in tabs that have crashed, or that run it now. */
  readonly starts?: number;
  /**
   * Id of the account that holds its credits, and that owns what it has on the site's servers;
   * missing before either exists, and in records of earlier builds.
   */
  readonly account?: string | null;
  /** What its tasks have on the site's servers, in the order in which it starts them. */
  readonly serverTasks?: readonly ServerTaskState[];
  /** Quoted credits; 0 needs no server. */
  readonly quote: number;
  /** Length of the input in seconds. */
  readonly seconds: number;
  /** Length of each file, if each is paid for by itself. */
  readonly lengths?: readonly number[];
  /** Whether credits are held whose settlement or refund has not been requested. */
  readonly held: boolean;
  /** Tab that runs it, or ran it last. */
  readonly tab: string;
  readonly rank: number;
  readonly removedBy: string | null;
  /** Whether its removal can no longer be undone: only its end on the site's servers is missing. */
  readonly isPurged?: boolean;
}

/** A settlement or refund that the server has not confirmed. */
export interface StoredClosing {
  /** Also its idempotency key. */
  readonly id: string;
  readonly kind: "settle" | "refund";
  readonly usageId: string;
  /** Id of the account that holds the credits; missing in records of earlier builds. */
  readonly account?: string | null;
  /** Epoch milliseconds. */
  readonly created: number;
}

/** A recording whose chunks have not been joined to a file. */
export interface StoredRecording {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly tab: string;
  /** Epoch milliseconds. */
  readonly started: number;
}

/** Records of one kind by id. Changes are sent to other tabs. */
export interface Records<R extends { readonly id: string }> {
  all(): Promise<R[]>;
  /** Records that exist. */
  get(ids: readonly string[]): Promise<R[]>;
  put(record: R): Promise<void>;
  /**
   * Changes the present record, whichever tab wrote it; null deletes it. Missing records are
   * ignored.
   */
  change(id: string, change: (record: R) => R | null): Promise<void>;
}

/** Chunks of recordings in order. */
export interface Chunks {
  append(recording: string, chunk: Blob): Promise<void>;
  all(recording: string): Promise<Blob[]>;
  clear(recording: string): Promise<void>;
}

/** Small values by name. */
export interface Values {
  get(name: string): Promise<JsonObject | null>;
  set(name: string, value: JsonObject): Promise<void>;
}

/** Bytes as whole blobs, for browsers without a file system for pages. */
export interface Blobs {
  get(id: string): Promise<Blob | null>;
  put(id: string, blob: Blob): Promise<void>;
  delete(id: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** Everything that the workspace stores, except the bytes of files. */
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
