/** Cells of a picture in which light is watched. */
export const FLASH_GRID = { width: 30, height: 18 } as const;
/** Flashes in a second that are safe. */
export const MOST_FLASHES = 3;

/** Relative luminance by which light has to change, and below which the darker side of it counts. */
const CHANGE = 0.1;
const DARK = 0.8;
/** Cells of a block, which stands for what the eye sees at once: a third of the picture each way. */
const BLOCK = { width: 10, height: 6, step: 2 } as const;
/** Share of a block that has to flash. */
const SHARE = 0.25;

/**
 * Counts flashes of pictures: pairs of opposing changes of light in a quarter of what is seen at once (WCAG
 * 2.2, success criterion 2.3.1, general flash).
 */
export function createFlashMeter() {
  const cells = Array.from({ length: FLASH_GRID.width * FLASH_GRID.height }, createCell);
  const counts = new Uint8Array(cells.length);
  let most = 0;
  return {
    /** @param light relative luminance of each cell, 0 to 1 @param time seconds, later than before */
    push(light: ArrayLike<number>, time: number): void {
      for (const [at, cell] of cells.entries()) counts[at] = cell(light[at]!, time);
      most = Math.max(most, worstBlock(counts));
    },
    /** Most flashes in any second so far. */
    most: (): number => most,
  };
}

function createCell(): (light: number, time: number) => number {
  let extreme = -1;
  /** 1: it became lighter last, −1: darker, 0: neither yet. */
  let direction = 0;
  const changes: number[] = [];
  return (light, time) => {
    if (extreme < 0) extreme = light;
    const by = light - extreme;
    const isFarther = direction !== 0 && by * direction > 0;
    if (isFarther) extreme = light;
    else if (Math.abs(by) >= CHANGE && Math.min(light, extreme) < DARK) {
      direction = Math.sign(by);
      extreme = light;
      changes.push(time);
    }
    while (changes.length > 0 && changes[0]! <= time - 1) changes.shift();
    return changes.length >> 1;
  };
}

function worstBlock(counts: Uint8Array): number {
  const { width, height, step } = BLOCK;
  const needed = Math.ceil(SHARE * width * height);
  let worst = 0;
  for (let y = 0; y + height <= FLASH_GRID.height; y += step)
    for (let x = 0; x + width <= FLASH_GRID.width; x += step) {
      // The number that a quarter of the cells reach.
      for (let wanted = worst + 1; ; wanted++) {
        let cells = 0;
        for (let row = y; row < y + height; row++)
          for (let column = x; column < x + width; column++)
            if (counts[row * FLASH_GRID.width + column]! >= wanted) cells++;
        if (cells < needed) break;
        worst = wanted;
      }
    }
  return worst;
}
