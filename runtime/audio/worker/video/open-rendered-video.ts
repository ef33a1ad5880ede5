import { CanvasSource, Quality } from "mediabunny";
import { containerOf } from "#audio/media/video-tracks.ts";
import { openVideoWriter } from "#audio/media/write-audio.ts";
import type { AudioWriter, WriterOptions } from "#audio/media/writers/audio-writer.ts";
import type { VideoFormat } from "#audio/media/writers/output-formats.ts";
import { encoders } from "../host/encoders.ts";
import type { RenderedVideo } from "../rendered-video.ts";
import { openPainter } from "./open-painter.ts";
import { openPictureFile } from "./open-picture-file.ts";
import { watchFlashes } from "./watch-flashes.ts";

/** Seconds between key frames; players seek to key frames. */
const KEYS = 2;
/** Fraction of a frame that is ignored, because lengths are rounded to samples. */
const NOTHING = 1e-3;

/** A writer that counts the flashes in its video. */
export interface DrawnWriter extends AudioWriter {
  /** Maximum number of flashes in one second. */
  readonly flashes: () => number;
}

/** Opens a video with rendered frames and the audio that is written beside them. */
export async function openRenderedVideo(
  options: WriterOptions<VideoFormat>,
  drawn: RenderedVideo,
): Promise<DrawnWriter> {
  const { size, rate, codec, bitrate, shown } = drawn;
  const canvas = new OffscreenCanvas(size.width, size.height);
  const painter = await openPainter(canvas, shown);
  // A calm video loses contrast where it would still flash too often.
  const paper = canvas.getContext("2d", { alpha: false })!;
  const flashes = watchFlashes(
    { canvas, paper, ...size },
    shown.kind === "visuals" && shown.look.calm,
  );
  let frames = 0;
  /** Draws and encodes the frames up to a time, in seconds. */
  const drawUntil = async (time: number, add: (at: number) => Promise<void>): Promise<void> => {
    for (; frames < time * rate - NOTHING; frames++) {
      await painter.paint(frames / rate);
      flashes.look(frames / rate);
      await add(frames / rate);
    }
  };
  if (drawn.as) {
    const file = openPictureFile(drawn.as, { canvas, rate, write: options.write });
    const writer = file.writerFor(options.format.sampleRate, drawUntil, painter.close);
    return { ...writer, flashes: flashes.most };
  }
  const source = new CanvasSource(canvas, {
    codec: codec!.name,
    fullCodecString: codec!.full,
    quality: new Quality({ bitrate }),
    keyFrameInterval: KEYS,
  });
  const writer = await openVideoWriter(options, encoders, {
    container: containerOf(options.output),
    addTracks(file, sound) {
      file.addVideoTrack(source, { frameRate: rate });
      file.addAudioTrack(sound);
    },
    async copyUntil(time) {
      // A final range has no known end; by then all audio has its frames.
      if (time !== Infinity) await drawUntil(time, (at) => source.add(at, 1 / rate));
    },
    close: () => painter.close(),
  });
  return { ...writer, flashes: flashes.most };
}
