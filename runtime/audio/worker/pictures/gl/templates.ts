/** Animations that follow the audio, rendered by the GPU. */
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

export interface TemplateLook {
  /** Colors such as `#102030`: background, end of its gradient, moving shapes, highlights. */
  readonly color: string;
  readonly second: string;
  readonly accent: string;
  readonly ink: string;
  /** Reduces motion. */
  readonly calm: boolean;
  /** Seed of the random numbers. */
  readonly seed: number;
}
