/** Pictures that move with a sound, drawn by a graphics card. */
export const TEMPLATES = [
  "pulse",
  "rings",
  "tunnel",
  "waves",
  "aurora",
  "kaleidoscope",
  "grid",
  "terrain",
  "orbit",
  "ink",
  "stars",
  "silk",
  "cells",
  "rays",
  "prism",
  "ripples",
] as const;
export type Template = (typeof TEMPLATES)[number];

/** How a template is drawn. */
export interface TemplateLook {
  /** Such as `#102030`: background, what it ends in, what moves, and its brightest parts. */
  readonly color: string;
  readonly second: string;
  readonly accent: string;
  readonly ink: string;
  /** It moves less. */
  readonly calm: boolean;
  /** Of what is by chance. */
  readonly seed: number;
}
