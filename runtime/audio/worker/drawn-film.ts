import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { FrameSize } from "#core/lyrics/film-frame.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import type { Look } from "./pictures/look.ts";

/** A film whose pictures are drawn. */
export interface DrawnFilm {
  readonly size: FrameSize;
  /** Pictures a second. */
  readonly rate: number;
  /** Missing: it is a film. */
  readonly as?: "gif" | "png";
  readonly codec: FilmCodec | null;
  /** Bits a second. */
  readonly bitrate: number;
  readonly shown: Lyrics | Visuals;
}
/** Lyrics that light up, over a color, a picture or a film. */
export interface Lyrics {
  readonly kind: "lyrics";
  /** With the times of what is written. */
  readonly lines: readonly LyricLine[];
  /** Such as `#102030`. */
  readonly background: string;
  /** Over the background, as large as it. */
  readonly picture: Blob | null;
  /** In place of the picture, and all of it in view; null: none. */
  readonly film: LyricsFilm | null;
}
/** A film behind its own lyrics. */
export interface LyricsFilm {
  readonly file: Blob;
  /** Factor of the pace at which it is shown. */
  readonly tempo: number;
}
/** What follows a sound. */
export interface Visuals {
  readonly kind: "visuals";
  readonly look: Look;
  /** Of all of the sound, wherever the film begins. */
  readonly trace: SoundTrace;
  readonly captions: readonly LyricLine[];
  /** A picture or a film under it. */
  readonly media: Blob | null;
  /** Seconds of the sound that the film has. */
  readonly range: readonly [start: number, end: number];
}
export interface FilmCodec {
  readonly name: "avc" | "av1" | "vp9" | "vp8";
  /** As WebCodecs calls it. */
  readonly full: string;
}
