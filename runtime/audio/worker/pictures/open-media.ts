import { ALL_FORMATS, BlobSource, CanvasSink, Input } from "mediabunny";
import type { Picture } from "./paper.ts";

/** An image or a video of the visitor. */
export interface Media {
  /** The frame at a time of the output video, in seconds; a video loops. */
  readonly at: (time: number) => Promise<Picture | null>;
  /** Length of the loop; Infinity for an image. */
  readonly seconds: number;
  readonly close: () => void;
}

/** Maximum longer side of a decoded video frame, in pixels. */
const LONGEST = 1920;

/** @throws {Error} if the file is neither an image nor a video, or this browser cannot decode it */
export const openMedia = (blob: Blob): Promise<Media> =>
  blob.type.startsWith("video/") ? openVideo(blob) : openPicture(blob);

/** @throws {Error} if this browser cannot decode the image */
export async function openPicture(blob: Blob): Promise<Media> {
  const bitmap = await createImageBitmap(blob);
  const picture = { source: bitmap, width: bitmap.width, height: bitmap.height };
  return { at: async () => picture, seconds: Infinity, close: () => bitmap.close() };
}

/** @throws {Error} if the file has no video track, or this browser cannot decode it */
export async function openVideo(blob: Blob): Promise<Media> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(blob) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) throw new Error("No pictures can be decoded");
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    const first = await track.getFirstTimestamp();
    const length = Math.max(1e-3, (await track.computeDuration()) - first);
    const sink = new CanvasSink(track, {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      fit: "fill",
    });
    const at = createReader(sink, first, length);
    return { at, seconds: length, close: () => input.dispose() };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

type Frames = ReturnType<CanvasSink["canvases"]>;
type Frame = NonNullable<Awaited<ReturnType<CanvasSink["getCanvas"]>>>;

/** Frames that are requested in order are decoded once; others require a seek. */
function createReader(sink: CanvasSink, first: number, length: number): Media["at"] {
  let frames: Frames | null = null;
  let shown: Frame | null = null;
  let next: Frame | null = null;
  let last = Infinity;
  return async (time) => {
    const position = first + (time % length);
    // Consecutive frames are decoded in sequence; any other position starts a new sequence.
    if (!frames || position < last || position > last + 2) {
      await frames?.return();
      frames = sink.canvases(position);
      shown = (await frames.next()).value ?? null;
      next = (await frames.next()).value ?? null;
    }
    last = position;
    while (next && next.timestamp <= position) {
      shown = next;
      next = (await frames.next()).value ?? null;
    }
    if (!shown) return null;
    const { canvas } = shown;
    return { source: canvas, width: canvas.width, height: canvas.height };
  };
}
