import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { FrameSize } from "#core/lyrics/video-frame.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import type { Look } from "./pictures/look.ts";

/** A rendered video. */
export interface RenderedVideo {
  readonly size: FrameSize;
  /** Frames per second. */
  readonly rate: number;
  /** Missing: a video. */
  readonly as?: "gif" | "png";
  readonly codec: VideoCodec | null;
  /** Bits per second. */
  readonly bitrate: number;
  readonly shown: Lyrics | Visuals;
}
/** Highlighted lyrics over a color, an image or a video. */
export interface Lyrics {
  readonly kind: "lyrics";
  /** Lyrics with line times. */
  readonly lines: readonly LyricLine[];
  /** Such as `#102030`. */
  readonly background: string;
  /** Image over the background, scaled to cover it. */
  readonly picture: Blob | null;
  /** Video in place of the image, scaled to fit; null: none. */
  readonly film: LyricsVideo | null;
}
/** A video behind its own lyrics. */
export interface LyricsVideo {
  readonly file: Blob;
  /** Playback rate of the video. */
  readonly tempo: number;
}
/** Visuals that follow the audio. */
export interface Visuals {
  readonly kind: "visuals";
  readonly look: Look;
  /** Trace of the whole audio, regardless of the start of the video. */
  readonly trace: SoundTrace;
  readonly captions: readonly LyricLine[];
  /** Image or video in the background. */
  readonly media: Blob | null;
  /** Range of the sound that the video covers, in seconds. */
  readonly range: readonly [start: number, end: number];
}
export interface VideoCodec {
  readonly name: "avc" | "av1" | "vp9" | "vp8";
  /** WebCodecs codec string. */
  readonly full: string;
}
