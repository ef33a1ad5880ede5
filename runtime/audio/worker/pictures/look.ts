import type { Template } from "./gl/templates.ts";

/** Appearance of a rendered video. All values can be stored as JSON. */
export interface Look {
  readonly shape: Shape;
  readonly background: "color" | "gradient" | "media";
  /** Background color, such as `#102030`. */
  readonly color: string;
  /** End color of the gradient. */
  readonly second: string;
  /** Whether an image fills the frame or is a cover beside the other parts. */
  readonly fit: "fill" | "cover";
  /**
   * How much an image that fills the frame is darkened, or lightened under dark text, from 0 to 1.
   */
  readonly shade: number;
  readonly visual: Visual;
  /** Color of the visualization and of spoken words. */
  readonly accent: string;
  /** Text color. */
  readonly ink: string;
  readonly title: string;
  readonly byline: string;
  readonly font: Font;
  /** Shows a progress bar with times. */
  readonly progress: boolean;
  /** Keeps text out of the areas that apps cover or crop in videos of this aspect ratio. */
  readonly clear: boolean;
  /** An animated background that follows the audio; empty if there is none. */
  readonly template: Template | "";
  /** Reduces the motion of templates. */
  readonly calm: boolean;
  /** Seed of the random numbers. */
  readonly seed: number;
}
export const SHAPES = ["16:9", "1:1", "9:16", "4:5"] as const;
export type Shape = (typeof SHAPES)[number];
export const VISUALS = ["wave", "bars", "spectrum", "circle", "particles", "none"] as const;
export type Visual = (typeof VISUALS)[number];
export const FONTS = ["serif", "sans"] as const;
export type Font = (typeof FONTS)[number];

/** Font stacks of fonts that are installed on devices. */
export const FONT_STACKS: Readonly<Record<Font, string>> = {
  serif: 'ui-serif, "New York", "Iowan Old Style", Charter, Georgia, "Noto Serif", serif',
  sans: 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif',
};

/** Logical size of a frame: its short side is 1080 at each aspect ratio. */
export const LOGICAL: Readonly<Record<Shape, { readonly width: number; readonly height: number }>> =
  {
    "16:9": { width: 1920, height: 1080 },
    "1:1": { width: 1080, height: 1080 },
    "9:16": { width: 1080, height: 1920 },
    "4:5": { width: 1080, height: 1350 },
  };
export const SHORT_SIDE = 1080;

/**
 * Size of a video in pixels, in even numbers. @param lines pixels of its short side, such as 720
 */
export function pixelsOf(
  shape: Shape,
  lines: number,
): { readonly width: number; readonly height: number } {
  const { width, height } = LOGICAL[shape];
  const even = (side: number): number => 2 * Math.round((side * lines) / SHORT_SIDE / 2);
  return { width: even(width), height: even(height) };
}
