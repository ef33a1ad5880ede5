import type { StoreApi } from "zustand/vanilla";

export interface PreviewState {
  /** Id of the played file or result; null for none. */
  readonly id: string | null;
  readonly state: "loading" | "playing" | "paused";
  /** Seconds. */
  readonly time: number;
  /** Seconds; null if unknown. */
  readonly duration: number | null;
}

export interface Preview extends StoreApi<PreviewState> {
  /**
   * Plays a file, or pauses and resumes it if it is the current one. Only one plays at a time.
   * @param from start in seconds; 0 if missing
   */
  readonly toggle: (id: string, open: () => Promise<Blob>, from?: number) => void;
  readonly seek: (seconds: number) => void;
  /** Stops playback and releases the file. @param id stops only this one */
  readonly stop: (id?: string) => void;
}
