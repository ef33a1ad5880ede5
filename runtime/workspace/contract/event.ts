import type { Job } from "./job.ts";

/** Told to whoever wants to know: notices, chimes, counting. Keys are those of `workspace.json`. */
export type WorkspaceEvent =
  | { readonly kind: "filesAdded"; readonly count: number }
  /** There is no room: files or results stay in memory. */
  | { readonly kind: "storageFull" }
  /** The browser refuses to keep anything. */
  | { readonly kind: "storageBlocked" }
  /** Recordings of a tab that crashed are in the tray. */
  | { readonly kind: "recordingsFound"; readonly count: number }
  | { readonly kind: "jobStarted" | "jobDone" | "jobFailed" | "jobCancelled"; readonly job: Job }
  | { readonly kind: "jobsInterrupted"; readonly count: number }
  /** The last job of the queue has ended. */
  | { readonly kind: "queueEmpty" };
