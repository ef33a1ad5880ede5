import type { ComponentType } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { WorkspaceTool } from "../../core/app-data.ts";

/** What can be kept as text: parameters of jobs, settings of panels. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

/** Something that went wrong, in a form that can be kept and said in any language. */
export interface Fault {
  /** Key of `errors.json`, such as `file.empty`; or of another file, such as `panel-karaoke:noLyrics`. */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export type FileKind = "audio" | "video" | "other";
export type FileOrigin = "picked" | "dropped" | "pasted" | "recorded" | "result";

/**
 * Where the bytes are. `saving`: being copied to the device's storage, usable meanwhile; `ready`:
 * they survive a reload; `unsaved`: usable, but gone when the document is left; `missing`: gone.
 */
export type StorageState = "saving" | "ready" | "unsaved" | "missing";

/** A file of the tray. */
export interface TrayFile {
  readonly id: string;
  /** With its ending, as the visitor gave or changed it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** MIME type; empty where nobody knows. */
  readonly type: string;
  readonly kind: FileKind;
  readonly origin: FileOrigin;
  /** Epoch milliseconds. */
  readonly added: number;
  /** Seconds; null while it is not known. */
  readonly duration: number | null;
  readonly state: StorageState;
  /** Part that has been copied, 0 to 1. */
  readonly saved: number;
  /** Why no tool can work on it; null while nothing speaks against it. */
  readonly problem: Fault | null;
}

/** What is known of this site's storage on the device. */
export interface StorageInfo {
  /** `memory`: the browser refuses to keep anything. `unknown` until it has been opened. */
  readonly kind: "unknown" | "opfs" | "indexeddb" | "memory";
  /** Whether the browser has promised not to clear it by itself. */
  readonly persisted: boolean;
  /** Bytes; null where the browser does not tell. */
  readonly used: number | null;
  readonly quota: number | null;
  /** A write failed for want of space since space was last freed. */
  readonly full: boolean;
}

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

/** A file that a job has made. */
export interface JobResult {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly state: StorageState;
}

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
  readonly params: JsonObject;
  readonly state: JobState;
  /** Part that is done, 0 to 1; null while it cannot be known. */
  readonly progress: number | null;
  /** What it does now: a message key of its panel. */
  readonly stage: string | null;
  /** Seconds until it is done; null while nobody knows. */
  readonly left: number | null;
  readonly error: Fault | null;
  readonly results: readonly JobResult[];
  /** Credits: the quote, then what was held. 0 is free. */
  readonly cost: number;
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

/** What a panel asks the queue for. */
export interface JobSpec {
  readonly panel: string;
  readonly preset: string;
  readonly tool: string;
  readonly title: string;
  readonly fileIds: readonly string[];
  readonly params: JsonObject;
  /** Credits, as they were quoted; 0 is free and asks nobody. */
  readonly cost: number;
  /** Length of the input in seconds, by which the server finds the cost. */
  readonly seconds?: number;
}

export interface PanelProps {
  readonly tool: WorkspaceTool;
  readonly preset: string;
  readonly files: FilesStore;
  readonly jobs: JobsStore;
  readonly workspace: WorkspaceStore;
}
/** `runtime/panels/<id>/Panel.tsx` exports it by default. */
export type PanelComponent = ComponentType<PanelProps>;

export interface FilesState {
  /** In the visitor's order. */
  readonly files: readonly TrayFile[];
  /** Ids, in the order in which they were selected. */
  readonly selected: readonly string[];
  readonly storage: StorageInfo;
  /** Whether what was kept from before is there. */
  readonly restored: boolean;
}

export interface FilesStore extends StoreApi<FilesState> {
  /** Takes files at once, selects them, and saves them in the background. Returns their ids. */
  add(files: readonly File[], origin: FileOrigin): readonly string[];
  /** Takes a result of a job as input. Returns its id in the tray. */
  addResult(result: JobResult): string;
  /** @returns undoes it, for `UNDO_MS` */
  remove(ids: readonly string[]): () => void;
  clear(): () => void;
  /** An empty name changes nothing. */
  rename(id: string, name: string): void;
  select(ids: readonly string[]): void;
  /** @param to place among the files, from 0 */
  move(id: string, to: number): void;
  /** @throws {FaultError} `file.missing` when its bytes are gone */
  open(id: string): Promise<File>;
  /** Tries again to save what is `unsaved`. */
  saveAgain(): Promise<void>;
  /** Asks the browser again what is used and free. */
  measure(): Promise<void>;
  /** Whether something would be lost if the document were left now. */
  busy(): boolean;
}

/** How long a removal can be undone, in ms. */
export const UNDO_MS = 10_000;

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
  /** Deletes results for good. The job stays in the history. */
  removeResults(ids: readonly string[]): Promise<void>;
  /** Whether a job of this tab runs or waits, or a result would be lost if the document were left. */
  busy(): boolean;
}

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

export interface WorkspaceState {
  /** Whether the visitor opened it, in this or an earlier visit. */
  readonly opened: boolean;
  /** Entry of the side menu that was chosen over that of the page (`6`: history); null: the page's. */
  readonly menu: string | null;
  /** Whether the side menu is collapsed to its icons, or closed on mobile. */
  readonly collapsed: boolean;
  /** Counts how often the gift asked for attention: a change makes the flicker (WSP-3). */
  readonly gift: number;
  /** Settings of panels, by panel. */
  readonly settings: Readonly<Record<string, JsonObject>>;
}

export interface WorkspaceStore extends StoreApi<WorkspaceState> {
  open(menu?: string): void;
  close(): void;
  choose(menu: string | null): void;
  collapse(collapsed: boolean): void;
  highlightGift(): void;
  /** Keeps settings of a panel, over those that it has. */
  set(panel: string, settings: JsonObject): void;
  /**
   * Whether it lies over a page (WSP-1).
   * @param kind kind of the page
   */
  visible(kind: string, loggedIn: boolean): boolean;
  /**
   * Opens it when the address asks for it (`from=workspace`, `type=history`).
   * @param search query of the address, with its question mark
   * @returns the query without what asked; null when nothing did (WSP-2)
   */
  arrive(search: string): string | null;
}
