import type { FrameSize } from "../../core/lyrics/film-frame.ts";
import type { FilmCodec } from "./worker/lyric-film.ts";
import { FILM_RATE } from "./worker/lyric-film.ts";

/** What a film is written with. */
export interface FilmWriting {
  readonly output: "mp4" | "webm";
  readonly codec: FilmCodec;
}

/** The first that a browser has is taken: all players know H.264. The level is one of 1080p and 30 pictures. */
const WRITINGS: readonly FilmWriting[] = [
  { output: "mp4", codec: { name: "avc", full: "avc1.640028" } },
  { output: "mp4", codec: { name: "avc", full: "avc1.420028" } },
  { output: "webm", codec: { name: "vp9", full: "vp09.00.40.08" } },
  { output: "webm", codec: { name: "vp8", full: "vp8" } },
];

/** @param bitrate bits a second. @returns null where this browser writes no films */
export async function findFilmCodec(size: FrameSize, bitrate: number): Promise<FilmWriting | null> {
  if (typeof VideoEncoder === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  for (const writing of WRITINGS) {
    const config: VideoEncoderConfig = {
      codec: writing.codec.full,
      ...size,
      bitrate,
      framerate: FILM_RATE,
      ...(writing.codec.name === "avc" && { avc: { format: "avc" } }),
    };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({
      supported: false,
    }));
    if (supported) return writing;
  }
  return null;
}
