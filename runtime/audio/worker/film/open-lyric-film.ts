import { CanvasSource, Quality } from "mediabunny";
import { containerOf } from "../../../../audio/media/film-pictures.ts";
import { openFilmWriter } from "../../../../audio/media/write-audio.ts";
import type { AudioWriter, WriterOptions } from "../../../../audio/media/writers/audio-writer.ts";
import type { FilmFormat } from "../../../../audio/media/writers/output-formats.ts";
import { encoders } from "../host/encoders.ts";
import type { LyricFilm } from "../lyric-film.ts";
import { FILM_RATE } from "../lyric-film.ts";
import { createPainter } from "./paint-lyrics.ts";

/** Opens a film whose pictures are drawn: lyrics that light up, and the sound that is written beside them. */
export async function openLyricFilm(
  options: WriterOptions<FilmFormat>,
  { size, codec, bitrate, ...shown }: LyricFilm,
): Promise<AudioWriter> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const picture = shown.picture && (await createImageBitmap(shown.picture));
  const paint = createPainter(canvas, { ...shown, picture });
  const source = new CanvasSource(canvas, {
    codec: codec.name,
    fullCodecString: codec.full,
    quality: new Quality({ bitrate }),
  });
  let frames = 0;
  return openFilmWriter(options, encoders, {
    container: containerOf(options.output),
    addTracks(file, sound) {
      file.addVideoTrack(source, { frameRate: FILM_RATE });
      file.addAudioTrack(sound);
    },
    async copyUntil(time) {
      // What comes at the end is not known to end: all of the sound has its pictures by then.
      if (time === Infinity) return;
      for (; frames / FILM_RATE < time; frames++) {
        paint(frames / FILM_RATE);
        await source.add(frames / FILM_RATE, 1 / FILM_RATE);
      }
    },
    close: () => picture?.close(),
  });
}
