import { type createFlashMeter, MOST_FLASHES } from "./flash-meter.ts";

/** Share of the picture before that is laid over one that would flash, again and again; all of it at last. */
const SHARES = [0.5, 0.5, 0.5, 0.5, 1] as const;

/** A picture that is about to be shown. */
export interface HeldPicture {
  /** Linear red, green and blue of each cell. */
  read(): ArrayLike<number>;
  /** Lays the picture that was kept over it. @param share 0 to 1 */
  lay(share: number): void;
  /** Keeps it as it is now. */
  keep(): void;
}

/**
 * Takes contrast to the picture before from what would flash more often than is safe, and no more
 * than that: whatever comes, what is shown stays below the limit.
 * @returns a function that looks at the next picture, with its time in seconds, and tells whether
 *   it lost contrast
 */
export function holdFlashes(
  meter: ReturnType<typeof createFlashMeter>,
  picture: HeldPicture,
): (time: number) => boolean {
  return (time) => {
    let colors = picture.read();
    let steps = 0;
    while (steps < SHARES.length && meter.test(colors, time) > MOST_FLASHES) {
      picture.lay(SHARES[steps++]!);
      colors = picture.read();
    }
    meter.push(colors, time);
    picture.keep();
    return steps > 0;
  };
}
