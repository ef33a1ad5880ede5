import type { StoreApi } from "zustand/vanilla";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Fault } from "./fault.ts";

/** `part`: partially downloaded, and not being downloaded now. */
export type ModelState = "absent" | "part" | "loading" | "kept";

export interface ModelEntry {
  readonly state: ModelState;
  /** Bytes on the device. */
  readonly bytes: number;
  /** Estimated from the download so far; null if unknown. */
  readonly secondsLeft: number | null;
  /** Why the last download failed; null if it did not. */
  readonly fault: Fault | null;
}

export interface ModelCache extends StoreApi<{
  /** By model id; empty until the device has been checked. */
  readonly entries: Readonly<Record<string, ModelEntry>>;
}> {
  /** Models that the site offers. */
  readonly models: readonly OfferedModel[];
  /**
   * Checks the device again: a model may have been removed by the browser, or because it was
   * damaged.
   */
  refresh(): void;
  /** Starts or resumes the download of a model, after the visitor has agreed. */
  load(id: string): Promise<void>;
  /** Stops a download; downloaded bytes stay. */
  pause(id: string): void;
  /** Deletes a model, or its downloaded part, from the device. */
  remove(id: string): Promise<void>;
}
