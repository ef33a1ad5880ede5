import type { KeyValue } from "../../services/storage.ts";
import type { Probed } from "./probe/probe.ts";
import type { Session } from "../session/session.ts";
import type { FilesStore } from "../../contract/file.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";

export interface FilesDeps {
  readonly session: Session;
  /** Values that last as long as the tab. */
  readonly tabStorage: KeyValue;
  readonly probe: (file: File, options: { readonly signal: AbortSignal }) => Promise<Probed>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Files that jobs still need: their bytes are not deleted. */
  readonly inUse: () => ReadonlySet<string>;
  /** Saves results that are only in memory, when there may be space for them. */
  readonly saveResults: () => Promise<void>;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
}

export interface OwnFilesStore extends FilesStore {
  /** Loads stored files, and follows other tabs. */
  restore(): Promise<void>;
}
