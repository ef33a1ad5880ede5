import { limitFlashes } from "#audio/visual/limit-flashes.ts";
import { createFlashMeter, FLASH_GRID } from "#audio/visual/flash-meter.ts";
import type { Paper } from "../pictures/paper.ts";

/** Linear light for each of the 256 values of a channel. */
const LINEAR = Float32Array.from({ length: 256 }, (_, step) => {
  const value = step / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** A canvas of a worker or of a page, with its size in pixels. */
interface Shown {
  readonly canvas: CanvasImageSource;
  readonly paper: Paper;
  readonly width: number;
  readonly height: number;
}

/**
 * Counts flashes on a canvas, frame by frame.
 * @param isHeld whether a frame that would flash more often than is safe is blended with the
 *   previous one
 */
export function watchFlashes(shown: Shown, isHeld: boolean) {
  const { width, height } = FLASH_GRID;
  const small = new OffscreenCanvas(width, height);
  const paper = small.getContext("2d", { alpha: false, willReadFrequently: true })!;
  paper.imageSmoothingQuality = "medium";
  const meter = createFlashMeter();
  const colors = new Float32Array(3 * width * height);
  const read = (): ArrayLike<number> => {
    paper.drawImage(shown.canvas, 0, 0, width, height);
    const { data } = paper.getImageData(0, 0, width, height);
    for (let cell = 0; cell < width * height; cell++)
      for (let channel = 0; channel < 3; channel++)
        colors[3 * cell + channel] = LINEAR[data[4 * cell + channel]!]!;
    return colors;
  };
  const held = isHeld ? limitFlashes(meter, { read, ...keepPicture(shown) }) : null;
  return {
    /** @param time seconds of the frame @returns whether the frame lost contrast */
    look(time: number): boolean {
      if (held) return held(time);
      meter.push(read(), time);
      return false;
    },
    most: meter.max,
  };
}

/** Stores the content of a canvas, to be drawn over its next frame. */
function keepPicture({ canvas, paper, width, height }: Shown) {
  const reference = new OffscreenCanvas(width, height);
  const keeping = reference.getContext("2d", { alpha: false })!;
  return {
    blend(share: number): void {
      paper.save();
      paper.resetTransform();
      paper.globalAlpha = share;
      paper.drawImage(reference, 0, 0);
      paper.restore();
    },
    store: (): void => keeping.drawImage(canvas, 0, 0),
  };
}
