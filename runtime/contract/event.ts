import type { Job } from "./job.ts";

/** Events for notifications, sounds and analytics. Keys are those of `workspace.json`. */
export type WorkspaceEvent =
  | { readonly kind: "filesAdded"; readonly count: number }
  /** The storage is full: files or results stay in memory. */
  | { readonly kind: "storageFull" }
  /** The browser blocks storage. */
  | { readonly kind: "storageBlocked" }
  /** Recordings of a crashed tab were added to the tray. */
  | { readonly kind: "recordingsFound"; readonly count: number }
  | { readonly kind: "jobStarted" | "jobDone" | "jobFailed" | "jobCancelled"; readonly job: Job }
  | { readonly kind: "jobsInterrupted"; readonly count: number }
  /** The last job of the queue has ended. */
  | { readonly kind: "queueEmpty" };
