import type { StoreApi } from "zustand/vanilla";
import type { NamedTrack } from "#audio/media/film-pictures.ts";
import type { OutputFormat, ResultFormat } from "#audio/media/writers/output-formats.ts";
import type { Fault } from "./fault.ts";

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

export interface FilesState {
  /** In the visitor's order. */
  readonly files: readonly TrayFile[];
  /** Ids, in the order in which they were selected. */
  readonly selected: readonly string[];
  /** Ids that the visitor added last in this tab, or opened again: a new list each time. */
  readonly added: readonly string[];
  readonly storage: StorageInfo;
  /** Whether what was kept from before is there. */
  readonly restored: boolean;
}

export interface FilesStore extends StoreApi<FilesState> {
  /**
   * Takes files at once, selects them, and saves them in the background. A file of the device that is in the
   * tray already is selected there and not added again. Returns their ids.
   */
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

/** What a result is saved as, wherever that is done. */
export interface Saving {
  /** What its bytes are. */
  readonly stored: OutputFormat;
  /** What the file was that it is made of: a film where its picture can be kept. */
  readonly source: ResultFormat;
  /** `keep`: what its source was. */
  readonly chosen: OutputFormat | "keep";
  /** The film of the tray that its source is; null where there is none. */
  readonly film: string | null;
  /** In a film its own sound stays, and this one is a second track of it, called so. */
  readonly beside?: NamedTrack;
  /** Whether there is a picture that its sound is not in step with any more. */
  readonly outOfStep: boolean;
  /** dBTP that it does not exceed, in no format; missing where it may. */
  readonly ceiling?: number;
  /** Of its sound: Hz, channels, seconds. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly seconds: number;
}

/** A file that a job has made. */
export interface JobResult {
  readonly id: string;
  /** With the ending of its bytes. */
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly state: StorageState;
  /** Missing: it is saved as it is. */
  readonly saving?: Saving;
  /** Which of several results of its job it is, such as `drums`; missing where they are of one kind. */
  readonly role?: string;
}
