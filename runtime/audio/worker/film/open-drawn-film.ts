import { CanvasSource, Quality } from "mediabunny";
import { containerOf } from "../../../../audio/media/film-pictures.ts";
import { openFilmWriter } from "../../../../audio/media/write-audio.ts";
import type { AudioWriter, WriterOptions } from "../../../../audio/media/writers/audio-writer.ts";
import type { FilmFormat } from "../../../../audio/media/writers/output-formats.ts";
import { encoders } from "../host/encoders.ts";
import type { DrawnFilm } from "../drawn-film.ts";
import { openPainter } from "./open-painter.ts";

/** Seconds from one picture that stands alone to the next: players jump to those. */
const KEYS = 2;
/** Share of a picture that counts as none: lengths are rounded to samples. */
const NOTHING = 1e-3;

/** Opens a film whose pictures are drawn, and the sound that is written beside them. */
export async function openDrawnFilm(
  options: WriterOptions<FilmFormat>,
  { size, rate, codec, bitrate, shown }: DrawnFilm,
): Promise<AudioWriter> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const painter = await openPainter(canvas, shown);
  const source = new CanvasSource(canvas, {
    codec: codec.name,
    fullCodecString: codec.full,
    quality: new Quality({ bitrate }),
    keyFrameInterval: KEYS,
  });
  let frames = 0;
  return openFilmWriter(options, encoders, {
    container: containerOf(options.output),
    addTracks(file, sound) {
      file.addVideoTrack(source, { frameRate: rate });
      file.addAudioTrack(sound);
    },
    async copyUntil(time) {
      // What comes at the end is not known to end: all of the sound has its pictures by then.
      if (time === Infinity) return;
      for (; frames < time * rate - NOTHING; frames++) {
        await painter.paint(frames / rate);
        await source.add(frames / rate, 1 / rate);
      }
    },
    close: () => painter.close(),
  });
}
