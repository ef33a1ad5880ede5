import { downloadZip } from "client-zip";
import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { Write } from "#audio/media/bytes/write-bytes.ts";
import type { AudioWriter } from "#audio/media/writers/audio-writer.ts";
import { framesOf } from "#audio/signal/blocks.ts";

/** Maximum number of colors in a GIF frame. */
const COLORS = 128;

interface PictureSink {
  /** Adds the canvas as a frame. @param at seconds */
  readonly add: (at: number) => Promise<void>;
  readonly finish: () => Promise<void>;
}
interface PictureInput {
  readonly canvas: OffscreenCanvas;
  /** Frames per second. */
  readonly rate: number;
  readonly write: Write;
}
type DrawUntil = (time: number, add: PictureSink["add"]) => Promise<void>;

/** Opens a file of images without sound. */
export function openPictureFile(kind: "gif" | "png", input: PictureInput) {
  const sink = kind === "gif" ? createGif(input) : createZip(input);
  return {
    /** Uses the audio only for its length. */
    writerFor(sampleRate: number, drawUntil: DrawUntil, close: () => void): AudioWriter {
      let lastRequest = 0;
      return {
        async add(block) {
          lastRequest += framesOf(block);
          await drawUntil(lastRequest / sampleRate, sink.add);
        },
        async finish() {
          await sink.finish();
          close();
          return null;
        },
        async abandon() {
          close();
        },
      };
    },
  };
}

/** Each frame has its own palette. */
function createGif({ canvas, rate, write }: PictureInput): PictureSink {
  const gif = GIFEncoder();
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height);
  const paper = copy.getContext("2d", { alpha: false, willReadFrequently: true })!;
  /** Time covered by the frames so far, in hundredths of a second, the unit of GIF delays. */
  let given = 0;
  return {
    async add(at) {
      paper.drawImage(canvas, 0, 0);
      const { data } = paper.getImageData(0, 0, width, height);
      const palette = quantize(data, COLORS);
      const until = Math.round((at + 1 / rate) * 100);
      gif.writeFrame(applyPalette(data, palette), width, height, {
        palette,
        delay: (until - given) * 10,
      });
      given = until;
    },
    async finish() {
      gif.finish();
      await write(0, new Uint8Array(gif.bytes()));
    },
  };
}

/** Writes each frame as a lossless image into a ZIP archive. */
function createZip({ canvas, write }: PictureInput): PictureSink {
  const { readable, writable } = new TransformStream<{ name: string; input: Blob }>();
  const files = writable.getWriter();
  const zip = downloadZip(readable as unknown as AsyncIterable<{ name: string; input: Blob }>);
  let position = 0;
  const written = zip.body!.pipeTo(
    new WritableStream<Uint8Array<ArrayBuffer>>({
      async write(chunk) {
        await write(position, chunk);
        position += chunk.length;
      },
    }),
  );
  let count = 0;
  return {
    async add() {
      const input = await canvas.convertToBlob({ type: "image/png" });
      await files.write({ name: `${String(++count).padStart(5, "0")}.png`, input });
    },
    async finish() {
      await files.close();
      await written;
    },
  };
}
