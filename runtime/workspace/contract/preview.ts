import type { StoreApi } from "zustand/vanilla";

export interface PreviewState {
  /** What is listened to: a file of the tray or a result; null: nothing. */
  readonly id: string | null;
  readonly state: "loading" | "playing" | "paused";
  /** Seconds. */
  readonly time: number;
  /** Seconds; null while it is not known. */
  readonly duration: number | null;
}

export interface Preview extends StoreApi<PreviewState> {
  /**
   * Plays it, or stops and goes on where it is the one that is listened to. One plays at a time.
   * @param from seconds where it begins; 0 where it is missing
   */
  readonly toggle: (id: string, open: () => Promise<Blob>, from?: number) => void;
  readonly seek: (seconds: number) => void;
  /** Ends it, and lets go of the file. @param id only where it is this one */
  readonly stop: (id?: string) => void;
}
