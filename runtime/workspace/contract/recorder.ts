import type { StoreApi } from "zustand/vanilla";
import type { Fault } from "./fault.ts";

export interface RecorderState {
  /** `asking`: the browser asks for the microphone. `failed`: see `fault`. */
  readonly state: "idle" | "asking" | "recording" | "paused" | "saving" | "failed";
  /** Length of what has been recorded. */
  readonly seconds: number;
  /** Loudest sample since the last look, 0 to 1. */
  readonly level: number;
  /** `recorder.denied`, `.none`, `.busy`, `.unsupported`, `.lost` or `.failed`. */
  readonly fault: Fault | null;
}

export interface Recorder extends StoreApi<RecorderState> {
  /**
   * Asks for the microphone and records. Never rejects: the state says what went wrong.
   * @param device its id; the browser's choice where it is missing
   */
  start(device?: string): Promise<void>;
  pause(): void;
  resume(): void;
  /** Ends the recording, which joins the tray. @returns its id there; null when there is nothing */
  stop(): Promise<string | null>;
  /** Ends it and keeps nothing. */
  discard(): Promise<void>;
}
