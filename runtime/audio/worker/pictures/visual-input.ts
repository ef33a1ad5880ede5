import type { Motion } from "#audio/visual/motion.ts";
import type { Look } from "./look.ts";
import type { Box, Paper, Picture } from "./paper.ts";

/** What moves is painted from: the same for the same time and look. */
export interface VisualInput {
  /** Seconds of the sound. */
  readonly time: number;
  readonly motion: Motion;
  readonly look: Look;
  readonly box: Box;
  /** Of the whole picture, in logical pixels. */
  readonly frame: Box;
  /** In the middle of a ring; null: there is none. */
  readonly cover: Picture | null;
}
export type PaintVisual = (paper: Paper, input: VisualInput) => void;
