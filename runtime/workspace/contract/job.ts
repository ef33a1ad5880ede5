import type { StoreApi } from "zustand/vanilla";
import type { JsonObject } from "./json.ts";
import type { Fault } from "./fault.ts";
import type { JobResult, Saving } from "./file.ts";

/**
 * `interrupted`: its tab was closed, reloaded or crashed while it ran or waited; its credits are
 * given back, and it can be tried again.
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
  /** What it works on, such as a file's name. */
  readonly title: string;
  /** Files of the tray; those that have been removed since are not there any more. */
  readonly fileIds: readonly string[];
  /** What it works on in place of files: a text or a link; null for files. */
  readonly text: string | null;
  readonly params: JsonObject;
  readonly state: JobState;
  /** Part that is done, 0 to 0.99; null while it cannot be known. */
  readonly progress: number | null;
  /** What it does now: a message key of its panel. */
  readonly stage: string | null;
  /** Seconds until it is done, rounded; null while they are not known. */
  readonly left: number | null;
  /** Whether all of its work is done, and its results are being completed and saved. */
  readonly finishing: boolean;
  /** When a hosted model that is busy is asked again, in epoch milliseconds; null while it works. */
  readonly retryAt: number | null;
  readonly error: Fault | null;
  readonly results: readonly JobResult[];
  /** Message key of why the job changed nothing, which costs nothing (USR-15); null where it did. */
  readonly unchanged: string | null;
  /** Credits: the quote, then what was held. 0 is free. */
  readonly cost: number;
  /**
   * Credits that hosted models cost although the job did not succeed; null while the server has not said. The
   * rest of its credits is returned.
   */
  readonly charged: number | null;
  /** Seconds of hosted work, which is paid for even if the job does not succeed; 0: none. */
  readonly hostedSeconds: number;
  readonly usageId: string | null;
  /** Epoch milliseconds; null until then. */
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** How often it has been started. */
  readonly attempt: number;
  /** Whether it is this tab's: others only watch, and may ask for its end. */
  readonly own: boolean;
}

/** A job without how far it is, which changes several times a second while it runs. */
export type SteadyJob = Omit<Job, "progress" | "stage" | "left" | "finishing" | "retryAt">;

/** What a panel asks the queue for. */
export interface JobSpec {
  readonly panel: string;
  readonly preset: string;
  readonly tool: string;
  readonly title: string;
  /** None where there is a text. */
  readonly fileIds: readonly string[];
  /** What it works on in place of files, by which the same is known again. */
  readonly text?: string;
  readonly params: JsonObject;
  /** Credits, as they were quoted; 0 is free and asks nobody. */
  readonly cost: number;
  /** Length of the input in seconds, by which the server finds the cost. */
  readonly seconds?: number;
  /** Seconds of hosted work that it will use, which the cost covers; none where it is missing. */
  readonly hostedSeconds?: number;
}

export interface JobsState {
  /** Those that wait in their order; the others by their beginning. The newest are last. */
  readonly jobs: readonly Job[];
  readonly restored: boolean;
}

export interface JobsStore extends StoreApi<JobsState> {
  /** Returns the job's id. */
  enqueue(spec: JobSpec): string;
  /** Ends it within the same tick; its credits are given back. */
  cancel(id: string): void;
  /**
   * Starts a failed, cancelled or interrupted job again, at the end of the queue. One that is done is
   * done again as a new job, so that its results stay.
   */
  retry(id: string): void;
  /** Cancels it where it runs, and deletes its results. @returns undoes it, for `UNDO_MS` */
  remove(id: string): () => void;
  /** @param to place among those that wait, from 0 */
  move(id: string, to: number): void;
  /** @throws {FaultError} `file.missing` when its bytes are gone */
  openResult(result: JobResult): Promise<File>;
  /** What results are saved as from now on, those that can be. */
  saveAs(ids: readonly string[], chosen: Saving["chosen"]): void;
  /** Deletes results for good. The job stays in the history. */
  removeResults(ids: readonly string[]): Promise<void>;
  /** Whether a job of this tab runs or waits, or a result would be lost if the document were left. */
  busy(): boolean;
}

/** Whether a job runs or waits. */
export const isActive = ({ state }: Pick<Job, "state">): boolean =>
  state === "queued" || state === "reserving" || state === "running";
