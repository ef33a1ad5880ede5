import type { FrameSize } from "../../../core/lyrics/film-frame.ts";
import type { LyricLine } from "../../../core/lyrics/lyrics.ts";

/** Pictures of a second. */
export const FILM_RATE = 30;
/** A film that shows lyrics. */
export interface LyricFilm {
  /** With the times of what is written. */
  readonly lines: readonly LyricLine[];
  readonly size: FrameSize;
  /** Such as `#102030`. */
  readonly background: string;
  /** Over the background, as large as it. */
  readonly picture: Blob | null;
  readonly codec: FilmCodec;
  /** Bits a second. */
  readonly bitrate: number;
}
export interface FilmCodec {
  readonly name: "avc" | "vp9" | "vp8";
  /** As WebCodecs calls it. */
  readonly full: string;
}
