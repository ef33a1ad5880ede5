import type { StreamBlock, StreamRequest } from "#audio/stretch/stem-stream.ts";
import type { Mix } from "./sounds.ts";

export interface ReadRequest {
  /** Index of the file. */
  readonly file: number;
  /** In frames. */
  readonly from: number;
  readonly count: number;
  /** The only track of a mix to read, without the mixer; all tracks if missing. */
  readonly track?: number;
}
/** The next frames of all files together, which share a sample rate. */
export type StemRequest = StreamRequest;
/** Two planes per file, in order. */
export type StemBlock = StreamBlock;
/** Columns of a spectrogram. In frames, except the number of columns. */
export interface SpectraRequest {
  readonly from: number;
  /** Frames per column. */
  readonly step: number;
  readonly columns: number;
  /** FFT size, a power of two of at least 32. */
  readonly size: number;
}
/** Levels of spectra are steps above the lowest one, in dB relative to a full-scale sine. */
export const SPECTRUM_LEVELS = { lowest: -120, perDecibel: 2 } as const;

/** Requests to a worker that has files open. */
export interface ReadingCalls {
  readonly samples: { readonly request: ReadRequest; readonly result: readonly Float32Array[] };
  readonly stems: { readonly request: StemRequest; readonly result: StemBlock };
  readonly spectra: {
    readonly request: SpectraRequest & Pick<ReadRequest, "file" | "track">;
    readonly result: Uint8Array<ArrayBuffer>;
  };
  /** Replaces an edit that is open in place of a file. */
  readonly change: {
    readonly request: { readonly file: number; readonly mix: Mix };
    readonly result: null;
  };
}

export type ReadingCall = <K extends keyof ReadingCalls>(
  request: { readonly call: K } & ReadingCalls[K]["request"],
) => Promise<{ readonly value: ReadingCalls[K]["result"] }>;
