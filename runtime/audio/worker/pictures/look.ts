import type { Template } from "./gl/templates.ts";

/** What a film that is drawn looks like. All of it can be kept as text. */
export interface Look {
  readonly shape: Shape;
  readonly background: "color" | "gradient" | "media";
  /** Such as `#102030`. */
  readonly color: string;
  /** What a gradient ends in. */
  readonly second: string;
  /** How a picture is used: it fills all, or is a cover beside the rest. */
  readonly fit: "fill" | "cover";
  /** How much a picture that fills all is darkened, or lightened under dark ink, 0 to 1. */
  readonly shade: number;
  readonly visual: Visual;
  /** Of what moves, and of words that are said. */
  readonly accent: string;
  /** Of text. */
  readonly ink: string;
  readonly title: string;
  readonly byline: string;
  readonly font: Font;
  /** A line of what has been heard, with times. */
  readonly progress: boolean;
  /** Keeps text clear of what apps lay over films of this shape, or cut off. */
  readonly clear: boolean;
  /** A picture that moves with the sound in place of the background; empty: there is none. */
  readonly template: Template | "";
  /** Templates move less. */
  readonly calm: boolean;
  /** Of what is by chance. */
  readonly seed: number;
}
export const SHAPES = ["16:9", "1:1", "9:16", "4:5"] as const;
export type Shape = (typeof SHAPES)[number];
export const VISUALS = ["wave", "bars", "spectrum", "circle", "particles", "none"] as const;
export type Visual = (typeof VISUALS)[number];
export const FONTS = ["serif", "sans"] as const;
export type Font = (typeof FONTS)[number];

/** Stacks of fonts that are on the device. */
export const FONT_STACKS: Readonly<Record<Font, string>> = {
  serif: 'ui-serif, "New York", "Iowan Old Style", Charter, Georgia, "Noto Serif", serif',
  sans: 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
};

/** Logical size of a picture: its short side is 1080 in each shape. */
export const LOGICAL: Readonly<Record<Shape, { readonly width: number; readonly height: number }>> =
  {
    "16:9": { width: 1920, height: 1080 },
    "1:1": { width: 1080, height: 1080 },
    "9:16": { width: 1080, height: 1920 },
    "4:5": { width: 1080, height: 1350 },
  };
export const SHORT_SIDE = 1080;

/** Pixels of a film, even numbers. @param lines of its short side, such as 720 */
export function pixelsOf(
  shape: Shape,
  lines: number,
): { readonly width: number; readonly height: number } {
  const { width, height } = LOGICAL[shape];
  const even = (side: number): number => 2 * Math.round((side * lines) / SHORT_SIDE / 2);
  return { width: even(width), height: even(height) };
}
