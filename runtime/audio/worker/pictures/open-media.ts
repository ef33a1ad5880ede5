import { ALL_FORMATS, BlobSource, CanvasSink, Input } from "mediabunny";
import type { Picture } from "./paper.ts";

/** A picture or a film of the visitor's. */
export interface Media {
  /** What it shows at a time of the film that is written, in seconds; a film begins again at its end. */
  readonly at: (time: number) => Promise<Picture | null>;
  /** Until a film begins again; Infinity of a picture. */
  readonly seconds: number;
  readonly close: () => void;
}

/** Pictures of a film are not larger than this, in pixels of their longer side. */
const LONGEST = 1920;

/** @throws {Error} where it is neither, or this browser cannot decode it */
export const openMedia = (blob: Blob): Promise<Media> =>
  blob.type.startsWith("video/") ? openVideo(blob) : openPicture(blob);

/** @throws {Error} where this browser cannot decode it */
export async function openPicture(blob: Blob): Promise<Media> {
  const bitmap = await createImageBitmap(blob);
  const picture = { source: bitmap, width: bitmap.width, height: bitmap.height };
  return { at: async () => picture, seconds: Infinity, close: () => bitmap.close() };
}

/** @throws {Error} where it has no pictures, or this browser cannot decode them */
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

/** Pictures in the order of their times are decoded once; others are looked up. */
function createReader(sink: CanvasSink, first: number, length: number): Media["at"] {
  let frames: Frames | null = null;
  let shown: Frame | null = null;
  let next: Frame | null = null;
  let last = Infinity;
  return async (time) => {
    const place = first + (time % length);
    // Where it goes on, one after the other; anywhere else, from there.
    if (!frames || place < last || place > last + 2) {
      await frames?.return();
      frames = sink.canvases(place);
      shown = (await frames.next()).value ?? null;
      next = (await frames.next()).value ?? null;
    }
    last = place;
    while (next && next.timestamp <= place) {
      shown = next;
      next = (await frames.next()).value ?? null;
    }
    if (!shown) return null;
    const { canvas } = shown;
    return { source: canvas, width: canvas.width, height: canvas.height };
  };
}
