import type { StreamBlock, StreamRequest } from "#audio/stretch/stem-stream.ts";
import type { Mix } from "./sounds.ts";

export interface ReadRequest {
  /** Index of the file. */
  readonly file: number;
  /** Frames. */
  readonly from: number;
  readonly count: number;
  /** The one track of a mix that is read, without the mixer; all where it is missing. */
  readonly track?: number;
}
/** The frames to play next of all files together, which have one sample rate. */
export type StemRequest = StreamRequest;
/** Two planes for each file, in their order. */
export type StemBlock = StreamBlock;
/** Columns of a spectrogram. All in frames but the number of columns. */
export interface SpectraRequest {
  readonly from: number;
  /** Of a column. */
  readonly step: number;
  readonly columns: number;
  /** Of a spectrum, a power of two from 32 on. */
  readonly size: number;
}
/** Levels of spectra are steps above the lowest one, in dB below a sine at full scale. */
export const SPECTRUM_LEVELS = { lowest: -120, perDecibel: 2 } as const;

/** What a worker is asked for while it holds files open. */
export interface ReadingCalls {
  readonly samples: { readonly request: ReadRequest; readonly result: readonly Float32Array[] };
  readonly stems: { readonly request: StemRequest; readonly result: StemBlock };
  readonly spectra: {
    readonly request: SpectraRequest & Pick<ReadRequest, "file" | "track">;
    readonly result: Uint8Array<ArrayBuffer>;
  };
  /** The mix that is held open in place of a file has been edited. */
  readonly change: {
    readonly request: { readonly file: number; readonly mix: Mix };
    readonly result: null;
  };
}

export type ReadingCall = <K extends keyof ReadingCalls>(
  request: { readonly call: K } & ReadingCalls[K]["request"],
) => Promise<{ readonly value: ReadingCalls[K]["result"] }>;
