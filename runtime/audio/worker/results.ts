import type { Format } from "#audio/effect.ts";
import type { VideoFormat } from "#audio/media/writers/output-formats.ts";

export interface PeaksResult {
  /** Minimum and maximum sample of each interval, −127 to 127, alternating. */
  readonly peaks: Int8Array<ArrayBuffer>;
  /** In seconds. */
  readonly duration: number;
  readonly sampleRate: number;
  readonly channels: number;
}
/** Peaks per second: 16 samples at 8000 Hz (CMP-3). */
export const PEAKS_PER_SECOND = 500;

export interface OpenedFile extends Format {
  /** Declared duration in seconds. */
  readonly duration: number;
  /** Codec, such as `mp3` or `pcm-s16`; null if unknown. */
  readonly codec: string | null;
  /** Properties of the video track; missing without one. */
  readonly film?: VideoFormat;
}
