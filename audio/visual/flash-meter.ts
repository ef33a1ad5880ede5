/** Cells of a picture in which light is watched. */
export const FLASH_GRID = { width: 30, height: 18 } as const;
/** Flashes in a second that are safe. */
export const MOST_FLASHES = 3;

/** Relative luminance by which light has to change, and below which the darker side of it counts. */
const CHANGE = 0.1;
const DARK = 0.8;
/** Share of red in a color that is saturated, how much it has to outshine the rest, and what is too dark to have a color. */
const RED_SHARE = 0.8;
const RED_EXCESS = 0.0625;
const NO_COLOR = 0.02;
/** Distance in CIE 1976 UCS by which a color has to change. */
const HUE_CHANGE = 0.2;
/** Cells of a block, which stands for what the eye sees at once: a third of the picture each way. */
const BLOCK = { width: 10, height: 6, step: 2 } as const;
/** Share of a block that has to flash. */
const SHARE = 0.25;

/**
 * Counts flashes of pictures: pairs of opposing changes of light, or to and from a saturated red, in a
 * quarter of what is seen at once (WCAG 2.2, success criterion 2.3.1, general flash and red flash).
 */
export function createFlashMeter() {
  const cells = Array.from({ length: FLASH_GRID.width * FLASH_GRID.height }, () => ({
    light: createLightCell(),
    red: createRedCell(),
  }));
  const counts = new Uint8Array(cells.length);
  let most = 0;
  const look = (colors: ArrayLike<number>, time: number, way: "push" | "test"): number => {
    for (const [at, cell] of cells.entries()) {
      const [red, green, blue] = [colors[3 * at]!, colors[3 * at + 1]!, colors[3 * at + 2]!];
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      counts[at] = Math.max(cell.light[way](light, time), cell.red[way]([red, green, blue], time));
    }
    return worstBlock(counts);
  };
  return {
    /** @param colors linear red, green and blue of each cell, 0 to 1 @param time seconds, later than before */
    push(colors: ArrayLike<number>, time: number): void {
      most = Math.max(most, look(colors, time, "push"));
    },
    /** Flashes of the last second if a picture came next; it does not count. */
    test: (colors: ArrayLike<number>, time: number): number => look(colors, time, "test"),
    /** Most flashes in any second so far. */
    most: (): number => most,
  };
}

/** A place of a picture. Both tell how many flashes there were in the last second. */
interface Cell<Seen> {
  /** Sees what comes next. */
  push(seen: Seen, time: number): number;
  /** As if it had come next. */
  test(seen: Seen, time: number): number;
}

/** Changes of the last second. */
function createChanges() {
  const changes: number[] = [];
  return {
    add: (time: number): void => void changes.push(time),
    /** Pairs of them. @param next whether another one comes now */
    pairs(time: number, next: boolean): number {
      while (changes.length > 0 && changes[0]! <= time - 1) changes.shift();
      return (changes.length + (next ? 1 : 0)) >> 1;
    },
  };
}

type Color = readonly [red: number, green: number, blue: number];

/** Place of a color in CIE 1976 UCS; that of white for what has none. */
function hueOf([red, green, blue]: Color): readonly [u: number, v: number] {
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sum = x + 15 * y + 3 * z;
  return red + green + blue < NO_COLOR ? [0.1978, 0.4683] : [(4 * x) / sum, (9 * y) / sum];
}

/** Counts changes between saturated red and anything else. */
function createRedCell(): Cell<Color> {
  let extreme: { readonly isRed: boolean; readonly share: number; readonly color: Color } | null =
    null;
  const changes = createChanges();
  const look = (color: Color) => {
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
      const { isChange, ...now } = look(color);
      extreme ??= now;
      if (isChange) changes.add(time);
      const isFarther = now.isRed ? now.share > extreme.share : now.share < extreme.share;
      if (isChange || (now.isRed === extreme.isRed && isFarther)) extreme = now;
      return changes.pairs(time, false);
    },
    test: (color, time) => changes.pairs(time, look(color).isChange),
  };
}

function createLightCell(): Cell<number> {
  let extreme = -1;
  /** 1: it became lighter last, −1: darker, 0: neither yet. */
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
