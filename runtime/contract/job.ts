import type { StoreApi } from "zustand/vanilla";
import type { JsonObject } from "./json.ts";
import type { Fault } from "./fault.ts";
import type { JobResult, Saving } from "./file.ts";

/**
 * `interrupted`: its tab was closed, reloaded or crashed while it was queued or running; its
 * credits are refunded, unless it is stopped, and it can be retried.
 */
export type JobState =
  | "queued"
  | "reserving"
  | "running"
  | "done"
  | "failed"
  | "cancelled"
  | "interrupted";

export interface Job {
  readonly id: string;
  readonly panel: string;
  readonly preset: string;
  /** Slug of the tool's page. */
  readonly tool: string;
  /** Name of its input, for example of the file. */
  readonly title: string;
  /** Input files in the tray; they may have been removed since. */
  readonly fileIds: readonly string[];
  /** A text or a link as input; null for files. */
  readonly text: string | null;
  readonly params: JsonObject;
  readonly state: JobState;
  /** From 0 to 0.99; null if unknown. */
  readonly progress: number | null;
  /** Message key of the present stage. */
  readonly stage: string | null;
  /** Estimated time left in seconds, rounded; null if unknown. */
  readonly left: number | null;
  /** Whether all work is done, and results are being completed and saved. */
  readonly finishing: boolean;
  /**
   * Time of the next attempt while a hosted model is busy, in epoch milliseconds; null otherwise.
   */
  readonly retryAt: number | null;
  readonly error: Fault | null;
  readonly results: readonly JobResult[];
  /**
   * Message key of the reason why the job changed nothing, which makes it free (USR-15); null
   * otherwise.
   */
  readonly unchanged: string | null;
  /** Credits: the quote, later the amount that was held. 0 is free. */
  readonly cost: number;
  /**
   * Credits charged for hosted models although the job did not succeed; null until the server
   * reports them. The rest is refunded.
   */
  readonly charged: number | null;
  /** Seconds of hosted work, which is charged even if the job does not succeed; 0 for none. */
  readonly hostedSeconds: number;
  readonly usageId: string | null;
  /**
   * Whether it is interrupted because its tab has crashed again and again while it ran. Its credits
   * stay held: a retry continues it.
   */
  readonly isStopped: boolean;
  /** Whether it runs on the site's servers instead of the device. */
  readonly onServer: boolean;
  /** Files that it has sent to the site's servers. */
  readonly sent: readonly SentFile[];
  /** Whether closing the tab interrupts it. */
  readonly needsTab: boolean;
  /** Epoch milliseconds; null before that. */
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** Number of starts. */
  readonly attempt: number;
  /** Whether this tab owns it: other tabs only display it, and may request its cancellation. */
  readonly own: boolean;
}

/** A file that a job has sent to the site's servers. */
export interface SentFile {
  /** Id of the file on the server, under which the receipt of its deletion is found. */
  readonly upload: string;
  /** Time at which the server has deleted it, in epoch milliseconds; null before that. */
  readonly deleted: number | null;
  /** Time until which the server keeps it at the latest; missing in records of earlier builds. */
  readonly until?: number;
}

/** A job without its progress, which changes several times a second while it runs. */
export type SteadyJob = Omit<Job, "progress" | "stage" | "left" | "finishing" | "retryAt">;

/** A job that a panel enqueues. */
export interface JobSpec {
  readonly panel: string;
  readonly preset: string;
  readonly tool: string;
  readonly title: string;
  /** Empty if there is a text. */
  readonly fileIds: readonly string[];
  /** A text or a link as input, which also identifies the input. */
  readonly text?: string;
  readonly params: JsonObject;
  /** Quoted credits; 0 is free and needs no server. */
  readonly cost: number;
  /** Length of the input in seconds, from which the server computes the cost. */
  readonly seconds?: number;
  /** Length of each file, if each is paid for by itself; missing for `seconds`. */
  readonly lengths?: readonly number[];
  /** Seconds of hosted work, which the cost includes; missing for none. */
  readonly hostedSeconds?: number;
  /** Runs it on the site's servers; missing for the device. */
  readonly onServer?: boolean;
}

export interface JobsState {
  /** Queued jobs in their order, others by time of creation. The newest are last. */
  readonly jobs: readonly Job[];
  readonly restored: boolean;
}

export interface JobsStore extends StoreApi<JobsState> {
  /** Returns the job's id. */
  enqueue(spec: JobSpec): string;
  /** Cancels an active or stopped job within the same tick; its credits are refunded. */
  cancel(id: string): void;
  /**
   * Enqueues a failed, canceled or interrupted job again; a stopped one continues. A finished job
   * is repeated as a new one, so that its results stay.
   */
  retry(id: string): void;
  /**
   * Cancels a job if it is running, and deletes its results. @returns a function that undoes it,
   * for `UNDO_MS`
   */
  remove(id: string): () => void;
  /** @param to index among the queued jobs */
  move(id: string, to: number): void;
  /** @throws {FaultError} `file.missing` if its bytes no longer exist */
  openResult(result: JobResult): Promise<File>;
  /** Sets the format in which results are saved, for those that support it. */
  saveAs(ids: readonly string[], chosen: Saving["chosen"]): void;
  /** Deletes results permanently. The job stays in the history. */
  removeResults(ids: readonly string[]): Promise<void>;
  /**
   * Whether a job of this tab is queued or running, or a result would be lost if the document were
   * closed.
   */
  busy(): boolean;
}

/** Whether a job is queued or running. */
export const isActive = ({ state }: Pick<Job, "state">): boolean =>
  state === "queued" || state === "reserving" || state === "running";
