/** Grid of cells in which luminance is measured. */
export const FLASH_GRID = { width: 30, height: 18 } as const;
/** Safe number of flashes per second. */
export const MAX_FLASHES = 3;

/** Minimum change of relative luminance, and maximum luminance of the darker state. */
const CHANGE = 0.1;
const DARK = 0.8;
/**
 * Minimum red ratio of a saturated color, its minimum excess over the other components, and the
 * luminance below which there is no color.
 */
const RED_SHARE = 0.8;
const RED_EXCESS = 0.0625;
const NO_COLOR = 0.02;
/** Minimum distance of a color change in CIE 1976 UCS. */
const HUE_CHANGE = 0.2;
/**
 * Cells of a block, which represents the central visual field: a third of the picture in each
 * direction.
 */
const BLOCK = { width: 10, height: 6, step: 2 } as const;
/** Fraction of a block that must flash. */
const SHARE = 0.25;

/**
 * Counts flashes: pairs of opposing changes in luminance, or to and from a saturated red, in a
 * quarter of the central visual field (WCAG 2.2, success criterion 2.3.1, general flash and red
 * flash).
 */
export function createFlashMeter() {
  const cells = Array.from({ length: FLASH_GRID.width * FLASH_GRID.height }, () => ({
    light: createLightCell(),
    red: createRedCell(),
  }));
  const counts = new Uint8Array(cells.length);
  let maxFlashes = 0;
  const measureFlashes = (
    colors: ArrayLike<number>,
    time: number,
    way: "push" | "test",
  ): number => {
    for (const [at, cell] of cells.entries()) {
      const [red, green, blue] = [colors[3 * at]!, colors[3 * at + 1]!, colors[3 * at + 2]!];
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      counts[at] = Math.max(cell.light[way](light, time), cell.red[way]([red, green, blue], time));
    }
    return worstBlock(counts);
  };
  return {
    /**
     * @param colors linear red, green and blue of each cell, 0 to 1 @param time seconds, increasing
     */
    push(colors: ArrayLike<number>, time: number): void {
      maxFlashes = Math.max(maxFlashes, measureFlashes(colors, time, "push"));
    },
    /** Number of flashes in the last second if this frame came next; does not change the state. */
    test: (colors: ArrayLike<number>, time: number): number => measureFlashes(colors, time, "test"),
    /** Maximum number of flashes in any second so far. */
    max: (): number => maxFlashes,
  };
}

/** A cell of the picture. Both methods return the number of flashes in the last second. */
interface Cell<Seen> {
  /** Adds the next value. */
  push(seen: Seen, time: number): number;
  /** The result if this value were next. */
  test(seen: Seen, time: number): number;
}

/** Changes within the last second. */
function createChanges() {
  const changes: number[] = [];
  return {
    add: (time: number): void => void changes.push(time),
    /** Number of pairs. @param next whether another change happens now */
    pairs(time: number, next: boolean): number {
      while (changes.length > 0 && changes[0]! <= time - 1) changes.shift();
      return (changes.length + (next ? 1 : 0)) >> 1;
    },
  };
}

type Color = readonly [red: number, green: number, blue: number];

/** Coordinates of a color in CIE 1976 UCS; those of white for black. */
function hueOf([red, green, blue]: Color): readonly [u: number, v: number] {
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sum = x + 15 * y + 3 * z;
  return red + green + blue < NO_COLOR ? [0.1978, 0.4683] : [(4 * x) / sum, (9 * y) / sum];
}

/** Counts changes between saturated red and other colors. */
function createRedCell(): Cell<Color> {
  let extreme: { readonly isRed: boolean; readonly share: number; readonly color: Color } | null =
    null;
  const changes = createChanges();
  const measureFlashes = (color: Color) => {
    const [red, green, blue] = color;
    const sum = red + green + blue;
    const share = sum < NO_COLOR ? 0 : red / sum;
    const isRed = share >= RED_SHARE && red - green - blue > RED_EXCESS;
    if (!extreme || isRed === extreme.isRed) return { isRed, share, color, isChange: false };
    const [[u, v], [otherU, otherV]] = [hueOf(color), hueOf(extreme.color)];
    return { isRed, share, color, isChange: Math.hypot(u - otherU, v - otherV) > HUE_CHANGE };
  };
  return {
    push(color, time) {
      const { isChange, ...now } = measureFlashes(color);
      extreme ??= now;
      if (isChange) changes.add(time);
      const isFarther = now.isRed ? now.share > extreme.share : now.share < extreme.share;
      if (isChange || (now.isRed === extreme.isRed && isFarther)) extreme = now;
      return changes.pairs(time, false);
    },
    test: (color, time) => changes.pairs(time, measureFlashes(color).isChange),
  };
}

function createLightCell(): Cell<number> {
  let extreme = -1;
  /** Direction of the last change: 1 brighter, −1 darker, 0 none yet. */
  let direction = 0;
  const changes = createChanges();
  const isFarther = (light: number): boolean =>
    direction !== 0 && (light - extreme) * direction > 0;
  const isChange = (light: number): boolean =>
    extreme >= 0 &&
    !isFarther(light) &&
    Math.abs(light - extreme) >= CHANGE &&
    Math.min(light, extreme) < DARK;
  return {
    push(light, time) {
      if (isChange(light)) {
        direction = Math.sign(light - extreme);
        extreme = light;
        changes.add(time);
      } else if (extreme < 0 || isFarther(light)) extreme = light;
      return changes.pairs(time, false);
    },
    test: (light, time) => changes.pairs(time, isChange(light)),
  };
}

function worstBlock(counts: Uint8Array): number {
  const { width, height, step } = BLOCK;
  const needed = Math.ceil(SHARE * width * height);
  let worst = 0;
  for (let y = 0; y + height <= FLASH_GRID.height; y += step)
    for (let x = 0; x + width <= FLASH_GRID.width; x += step) {
      // The number that a quarter of the cells reach.
      for (let count = worst + 1; ; count++) {
        let cells = 0;
        for (let row = y; row < y + height; row++)
          for (let column = x; column < x + width; column++)
            if (counts[row * FLASH_GRID.width + column]! >= count) cells++;
        if (cells < needed) break;
        worst = count;
      }
    }
  return worst;
}
