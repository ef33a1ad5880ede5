/** Drawing context of a canvas in the page or in a worker. */
export type Paper = Omit<OffscreenCanvasRenderingContext2D, "canvas" | "commit">;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A color with an alpha value. @param color such as `#102030` @param share 0 to 1 */
export const faded = (color: string, share: number): string => {
  const value = Math.round(255 * Math.max(0, Math.min(1, share)));
  return `${color}${value.toString(16).padStart(2, "0")}`;
};

const channels = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Mixes two colors. */
export const mixed = (a: string, b: string, share: number): string => {
  const [from, to] = [channels(a), channels(b)];
  const part = (at: number): string =>
    Math.round(from[at]! + share * (to[at]! - from[at]!))
      .toString(16)
      .padStart(2, "0");
  return `#${part(0)}${part(1)}${part(2)}`;
};

/** Relative luminance (WCAG 2) above which dark text has more contrast than light text. */
const MIDDLE = 0.18;
/** Whether dark text is more readable on a color. */
export function isLight(color: string): boolean {
  const [red, green, blue] = channels(color).map((channel) => {
    const value = channel / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > MIDDLE;
}

/** Fills a bar with round ends; a bar that is shorter than its width becomes a dot. */
export function fillBar(paper: Paper, { x, y, width, height }: Box): void {
  paper.beginPath();
  paper.roundRect(x, y, width, Math.max(width, height), width / 2);
  paper.fill();
}

/** Draws an image so that it covers a box, centered. */
export function drawOver(paper: Paper, { source, width, height }: Picture, box: Box): void {
  const scale = Math.max(box.width / width, box.height / height);
  const [w, h] = [box.width / scale, box.height / scale];
  paper.drawImage(
    source,
    (width - w) / 2,
    (height - h) / 2,
    w,
    h,
    box.x,
    box.y,
    box.width,
    box.height,
  );
}

/** A drawable image with its size in pixels. */
export interface Picture {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}
