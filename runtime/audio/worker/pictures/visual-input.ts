import type { Motion } from "#audio/visual/motion.ts";
import type { Look } from "./look.ts";
import type { Box, Paper, Picture } from "./paper.ts";

/** Input of a visualization, which is deterministic for the same time and look. */
export interface VisualInput {
  /** Seconds of the audio. */
  readonly time: number;
  readonly motion: Motion;
  readonly look: Look;
  readonly box: Box;
  /** Box of the whole frame, in logical pixels. */
  readonly frame: Box;
  /** Cover in the center of a ring; null without a cover. */
  readonly cover: Picture | null;
}
export type PaintVisual = (paper: Paper, input: VisualInput) => void;
