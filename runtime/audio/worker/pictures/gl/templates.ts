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
