import type { StreamBlock, StreamRequest } from "#audio/stretch/stem-stream.ts";

export interface ReadRequest {
  readonly turn: number;
  readonly file: number;
  /** Frames. */
  readonly from: number;
  readonly count: number;
  /** The one track of a mix that is wanted, without the mixer. */
  readonly track?: number;
}
/** What is played next of all files together, which are of one rate. */
export type StemRequest = StreamRequest;
/** Two planes for each file, in their order. */
export type StemBlock = StreamBlock;
/** Columns of a picture of spectra. All in frames but the number of columns. */
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
