import { type InputFormat, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";
import { type FilmFormat, type OutputFormat, FILM_FORMATS } from "./output-formats.ts";

/** Files of pictures and sound, by their demuxers. */
const DEMUXED: readonly (readonly [InputFormat, FilmFormat])[] = [
  [MP4, "mp4"],
  [QTFF, "mov"],
  [WEBM, "webm"],
  [MATROSKA, "mkv"],
];

/** The format of a film in a container; undefined for containers that are not written here. */
export const filmFormatOf = (container: InputFormat): FilmFormat | undefined =>
  DEMUXED.find(([format]) => format === container)?.[1];

const CODECS: Readonly<Partial<Record<OutputFormat, string>>> = {
  m4a: "aac",
  opus: "opus",
  flac: "flac",
};

/**
 * What the sound of a film is written as: in its own codec where the container may have it and
 * there is an encoder, else in the one that all players of the container know.
 * @param codec of the sound that the film had, such as `ac3`; null where it had none
 */
export function filmSoundOf(film: FilmFormat, codec: string | null): OutputFormat {
  const { sounds } = FILM_FORMATS[film];
  return sounds.find((name) => CODECS[name] === codec) ?? sounds[0]!;
}
