import type { StoreApi } from "zustand/vanilla";
import type { Fault } from "./fault.ts";

export interface RecorderState {
  /** `asking`: the browser asks for permission. `failed`: see `fault`. */
  readonly state: "idle" | "asking" | "recording" | "paused" | "saving" | "failed";
  /** Length of the recording. */
  readonly seconds: number;
  /** Sample peak since the last measurement, from 0 to 1. */
  readonly level: number;
  /** `recorder.denied`, `.none`, `.busy`, `.unsupported`, `.lost` or `.failed`. */
  readonly fault: Fault | null;
}

export interface Recorder extends StoreApi<RecorderState> {
  /**
   * Asks for the microphone and starts recording. Never rejects: errors are in the state.
   * @param device device id; missing for the browser's default
   */
  start(device?: string): Promise<void>;
  pause(): void;
  resume(): void;
  /**
   * Stops and adds the recording to the tray. @returns its id there; null if nothing was recorded
   */
  stop(): Promise<string | null>;
  /** Stops and discards the recording. */
  discard(): Promise<void>;
}
