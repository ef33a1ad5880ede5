import type { DrawnFilm } from "../drawn-film.ts";
import { createScene } from "../pictures/create-scene.ts";
import { openMedia } from "../pictures/open-media.ts";
import { createPainter } from "./paint-lyrics.ts";

/** Paints the pictures of a film. */
export interface FilmPainter {
  /** @param time seconds of the film */
  readonly paint: (time: number) => Promise<void> | void;
  readonly close: () => void;
}

export async function openPainter(
  canvas: OffscreenCanvas,
  shown: DrawnFilm["shown"],
): Promise<FilmPainter> {
  if (shown.kind === "lyrics") {
    const picture = shown.picture && (await createImageBitmap(shown.picture));
    const paint = createPainter(canvas, { ...shown, picture });
    return { paint, close: () => picture?.close() };
  }
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
