import { createFlashMeter, FLASH_GRID } from "../../../../audio/visual/flash-meter.ts";

/** Linear light of each of 256 steps of a channel. */
const LINEAR = Float32Array.from({ length: 256 }, (_, step) => {
  const value = step / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Counts flashes in what a canvas shows, picture by picture. */
export function watchFlashes(canvas: OffscreenCanvas) {
  const { width, height } = FLASH_GRID;
  const small = new OffscreenCanvas(width, height);
  const paper = small.getContext("2d", { alpha: false, willReadFrequently: true })!;
  paper.imageSmoothingQuality = "medium";
  const meter = createFlashMeter();
  const colors = new Float32Array(3 * width * height);
  return {
    /** @param time seconds of the picture */
    look(time: number): void {
      paper.drawImage(canvas, 0, 0, width, height);
      const { data } = paper.getImageData(0, 0, width, height);
      for (let cell = 0; cell < width * height; cell++)
        for (let channel = 0; channel < 3; channel++)
          colors[3 * cell + channel] = LINEAR[data[4 * cell + channel]!]!;
      meter.push(colors, time);
    },
    most: meter.most,
  };
}
