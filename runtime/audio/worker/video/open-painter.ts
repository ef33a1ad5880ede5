import type { RenderedVideo, Lyrics } from "../rendered-video.ts";
import { createScene } from "../pictures/create-scene.ts";
import { openVideo, openMedia, openPicture } from "../pictures/open-media.ts";
import { createPainter } from "./paint-lyrics.ts";

/** Paints the frames of a video. */
export interface FramePainter {
  /** @param time seconds of the video */
  readonly paint: (time: number) => Promise<void> | void;
  readonly close: () => void;
}

export async function openPainter(
  canvas: OffscreenCanvas,
  shown: RenderedVideo["shown"],
): Promise<FramePainter> {
  if (shown.kind === "lyrics") return openLyrics(canvas, shown);
  const media = shown.media && (await openMedia(shown.media));
  const scene = createScene(shown);
  const paper = canvas.getContext("2d", { alpha: false })!;
  const scale = canvas.width / scene.width;
  const [start] = shown.range;
  return {
    async paint(time) {
      const picture = media && (await media.at(time));
      scene.paint(paper, scale, start + time, picture);
    },
    close() {
      media?.close();
      scene.close();
    },
  };
}

/**
 * Seconds before the end of a video at which its last frame is shown; at the end itself, the video
 * starts over.
 */
const LAST = 1e-3;

async function openLyrics(canvas: OffscreenCanvas, shown: Lyrics): Promise<FramePainter> {
  const { film, picture } = shown;
  const media = film ? await openVideo(film.file) : picture && (await openPicture(picture));
  const paint = createPainter(canvas, {
    ...shown,
    hasMedia: media !== null,
    isWhole: film !== null,
  });
  const positionOf = (time: number): number =>
    Math.min(time * (film?.tempo ?? 1), Math.max(0, media!.seconds - LAST));
  return {
    paint: async (time) => paint(time, media && (await media.at(positionOf(time)))),
    close: () => media?.close(),
  };
}
