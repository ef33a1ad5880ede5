import type { StoreApi } from "zustand/vanilla";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Fault } from "./fault.ts";

/** `part`: some of it is here, and nothing is being loaded. */
export type ModelState = "absent" | "part" | "loading" | "kept";

export interface ModelEntry {
  readonly state: ModelState;
  /** Bytes that are on the device. */
  readonly bytes: number;
  /** Guessed from the download so far; null where nothing is known yet. */
  readonly secondsLeft: number | null;
  /** Why the last download ended, where it did not go well. */
  readonly fault: Fault | null;
}

export interface ModelCache extends StoreApi<{
  /** By the id of the net; empty until the device has been looked at. */
  readonly entries: Readonly<Record<string, ModelEntry>>;
}> {
  /** Nets that the site offers. */
  readonly models: readonly OfferedModel[];
  /** Looks at the device again: the browser, or who found a net to be damaged, may have removed it. */
  refresh(): void;
  /** Brings a net onto the device, as the visitor has agreed to, or goes on with one. */
  load(id: string): Promise<void>;
  /** Ends a download; what has come is kept. */
  pause(id: string): void;
  /** Takes a net, or the part of it that is there, off the device. */
  remove(id: string): Promise<void>;
}
