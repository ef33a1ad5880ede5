import type { StoreApi } from "zustand/vanilla";
import type { NamedTrack } from "#audio/media/video-tracks.ts";
import type { OutputFormat, ResultFormat } from "#audio/media/writers/output-formats.ts";
import type { Fault } from "./fault.ts";

export type FileKind = "audio" | "video" | "other";

/** `project`: from a project file of the editor. */
export type FileOrigin = "picked" | "dropped" | "pasted" | "recorded" | "result" | "project";

/**
 * State of the bytes. `saving`: being copied to the device's storage, usable meanwhile; `ready`:
 * they survive a reload; `unsaved`: usable until the document is closed; `missing`: no longer
 * available.
 */
export type StorageState = "saving" | "ready" | "unsaved" | "missing";

/** A file in the tray. */
export interface TrayFile {
  readonly id: string;
  /** With extension; the visitor can change it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** MIME type; empty if unknown. */
  readonly type: string;
  readonly kind: FileKind;
  readonly origin: FileOrigin;
  /** Epoch milliseconds. */
  readonly added: number;
  /** Seconds; null if unknown. */
  readonly duration: number | null;
  /** Set while this tab finds out its kind and length. */
  readonly isProbed?: false;
  readonly state: StorageState;
  /** Progress of the copy, from 0 to 1. */
  readonly saved: number;
  /** Why no tool can use it; null if there is no problem. */
  readonly problem: Fault | null;
}

/** The site's storage on the device. */
export interface StorageInfo {
  /** `memory`: the browser blocks storage. `unknown` until it has been opened. */
  readonly kind: "unknown" | "opfs" | "indexeddb" | "memory";
  /** Whether the browser guarantees not to evict it. */
  readonly persisted: boolean;
  /** Bytes; null if the browser does not report them. */
  readonly used: number | null;
  readonly quota: number | null;
  /** Whether a write has failed for lack of space since space was last freed. */
  readonly full: boolean;
}

export interface FilesState {
  /** In the visitor's order. */
  readonly files: readonly TrayFile[];
  /** Ids in the order of selection. */
  readonly selected: readonly string[];
  /**
   * Ids of files that the visitor has just added or reopened in this tab: a new array each time.
   * Empty after leaving a tool's page, because those files were added for that tool.
   */
  readonly added: readonly string[];
  readonly storage: StorageInfo;
  /** Whether the stored files have been loaded. */
  readonly restored: boolean;
}

export interface FilesStore extends StoreApi<FilesState> {
  /**
   * Adds files at once, selects them, and saves them in the background. A file of the device that
   * is already in the tray is only selected. Returns the ids.
   */
  add(files: readonly File[], origin: FileOrigin): readonly string[];
  /** Adds a result of a job as input. Returns its id in the tray. */
  addResult(result: JobResult): string;
  clearAdded(): void;
  /** @returns a function that undoes it, for `UNDO_MS` */
  remove(ids: readonly string[]): () => void;
  clear(): () => void;
  /** An empty name is ignored. */
  rename(id: string, name: string): void;
  select(ids: readonly string[]): void;
  /** @param to index among the files */
  move(id: string, to: number): void;
  /** @throws {FaultError} `file.missing` if its bytes no longer exist */
  open(id: string): Promise<File>;
  /** Tries again to save `unsaved` files. */
  saveAgain(): Promise<void>;
  /** Updates used and free space. */
  measure(): Promise<void>;
  /** Whether data would be lost if the document were closed now. */
  busy(): boolean;
}

/** How long a removal can be undone, in ms. */
export const UNDO_MS = 10_000;

/** The format in which a result is saved. */
export interface Saving {
  /** Format of its bytes. */
  readonly stored: OutputFormat;
  /** Format of its source: a video if the picture can be kept. */
  readonly source: ResultFormat;
  /** `keep` stands for the format of the source. */
  readonly chosen: OutputFormat | "keep";
  /** Id of the video in the tray that its source is; null for sounds. */
  readonly film: string | null;
  /**
   * If set, a video keeps its own audio, and the result is added as a second track with this name.
   */
  readonly beside?: NamedTrack;
  /** Whether its source has a picture with which the result is no longer in sync. */
  readonly outOfStep: boolean;
  /** True peak in dBTP that no format of it exceeds; missing for no limit. */
  readonly ceiling?: number;
  /** LUFS that every format of it has; missing for none. */
  readonly loudness?: number;
  /** Sample rate in Hz, channels, and length in seconds. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly seconds: number;
}

/** A file that a job has created. */
export interface JobResult {
  readonly id: string;
  /** With the extension of its bytes. */
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly state: StorageState;
  /** Missing if it is saved as it is. */
  readonly saving?: Saving;
  /**
   * Distinguishes results of one job, for example `drums`; missing if they are of the same kind.
   */
  readonly role?: string;
}
