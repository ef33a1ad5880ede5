import type { TaskRun } from "#server/jobs/run-attempt.ts";

/** Sent to the process of a job. */
export interface JobRequest extends Pick<TaskRun, "task" | "input" | "output" | "seconds"> {
  /** Folders of the site and of the program. */
  readonly root: string;
  readonly home: string;
}

/** Sent by the process of a job. */
export type FromJobProcess =
  | { readonly kind: "progress"; readonly progress: number; readonly stage: string }
  | {
      readonly kind: "done";
      readonly inputSeconds: number;
      readonly seconds: number;
      readonly ending: string;
    }
  | { readonly kind: "failed"; readonly fault: string }
  /** An unexpected error. */
  | { readonly kind: "broken"; readonly message: string };
