import type { Format } from "#audio/effect.ts";
import type { VideoFormat } from "#audio/media/writers/output-formats.ts";
import type { Level } from "#audio/restoration/target-level.ts";

/** What is measured of a sound. Levels in dB below full scale, or LUFS. */
export interface Levels {
  readonly lufs: number;
  readonly truePeak: number;
  /** Level of its quiet parts. */
  readonly noise: number;
  /** What a limiter makes of it; missing where that was not asked. */
  readonly limited?: Limited;
}

/** Outcome of a limiter: dB before it, and LUFS behind it. */
export type Limited = Pick<Level, "gain" | "reached">;

export interface PeaksResult {
  /** Lowest and highest sample of each part, −127 to 127, one after the other. */
  readonly peaks: Int8Array<ArrayBuffer>;
  /** Seconds. */
  readonly duration: number;
  readonly sampleRate: number;
  readonly channels: number;
}
/** Parts of a second that have a peak: 16 samples of 8000 (CMP-3). */
export const PEAKS_PER_SECOND = 500;

export interface OpenedFile extends Format {
  /** Seconds, as the file says. */
  readonly duration: number;
  /** Such as `mp3` or `pcm-s16`; null where nobody knows. */
  readonly codec: string | null;
  /** The film that its sound is of; missing where it has no pictures. */
  readonly film?: VideoFormat;
}
