import type { SentFile } from "./job.ts";
import type { JobEngine } from "./job-engine.ts";

/** A task that a job has given to the site's servers, so that it continues after a reload. */
export interface ServerTaskState {
  /** Files that were sent, in the order of the task. */
  readonly files: readonly SentFile[];
  /** Id of the server's job; null before it exists, and once it has failed. */
  readonly job: string | null;
  /** Credits that the server holds or has settled for the job; missing before it exists. */
  readonly cost?: number;
  /** Whether a request that creates the job was sent, so that it may exist. */
  readonly isCreating?: boolean;
  /** Key of that request; missing in records of earlier builds, in which it follows from the attempt. */
  readonly creationKey?: string;
  /** Time after which the job of that request does not exist any more, in epoch milliseconds. */
  readonly creationUntil?: number;
  /** Whether the job has succeeded, and its credits were settled. */
  readonly isSettled?: boolean;
}

/** What a job that runs on the site's servers has stored, and how it stores more. */
export interface ServerRun {
  /** Id of the account that owns it; null if none is signed in. */
  readonly account: string | null;
  /** Unique for the job and its attempt: repeated calls with the same key start nothing twice. */
  readonly key: string;
  /** Slug of the tool's page. */
  readonly tool: string;
  /** Length of an input that is paid for, in seconds. */
  readonly secondsOf: (input: Blob) => number;
  readonly tasks: readonly ServerTaskState[];
  readonly onTasks: (tasks: readonly ServerTaskState[]) => void;
  /** Called with the credits of all tasks that the server has held or settled so far. */
  readonly onHeld: (cost: number) => void;
}

/** Runs the tasks of a job on the site's servers. */
export interface ServerEngine extends JobEngine {
  /**
   * Has the servers delete what they still have of the job, once its results are on the device; if
   * they cannot be reached, they do so by themselves later. Never rejects.
   */
  eraseFiles(): Promise<void>;
  /**
   * Cancels what still runs on the servers, and has them delete what they have of the job. What they
   * have not confirmed stays recorded. Never rejects.
   */
  abandon(): Promise<void>;
}

/** Opens the engine that runs tasks on the site's servers; loads its code. */
export type OpenServerEngine = (run: ServerRun) => Promise<ServerEngine>;
