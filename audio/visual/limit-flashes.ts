import { type createFlashMeter, MAX_FLASHES } from "./flash-meter.ts";

/** Blend ratios of the previous frame, tried in order; the last one freezes the picture. */
const BLEND_RATIOS = [0.5, 0.5, 0.5, 0.5, 1] as const;

/** The frame that is about to be displayed. */
export interface BlendablePicture {
  /** Linear red, green and blue of each cell. */
  read(): ArrayLike<number>;
  /** Blends the stored frame over it. @param share 0 to 1 */
  blend(share: number): void;
  /** Stores the frame in its current state. */
  store(): void;
}

/**
 * Reduces the contrast to the previous frame just enough to stay within the safe number of flashes,
 * whatever the input.
 * @returns a function that processes the next frame at a time in seconds, and reports whether its
 *   contrast was reduced
 */
export function limitFlashes(
  meter: ReturnType<typeof createFlashMeter>,
  picture: BlendablePicture,
): (time: number) => boolean {
  return (time) => {
    let colors = picture.read();
    let steps = 0;
    while (steps < BLEND_RATIOS.length && meter.test(colors, time) > MAX_FLASHES) {
      picture.blend(BLEND_RATIOS[steps++]!);
      colors = picture.read();
    }
    meter.push(colors, time);
    picture.store();
    return steps > 0;
  };
}
