import { NARRATION_RATE } from "#audio/narration/refine/refine-speech.ts";
import type { Saving } from "../../contract/file.ts";

/** How a synthetic voice is stored and saved. @param frames its length */
export const spokenSaving = (frames: number): Saving => ({
  stored: "wav16",
  source: "wav16",
  chosen: "mp3",
  film: null,
  outOfStep: false,
  sampleRate: NARRATION_RATE,
  channels: 1,
  seconds: frames / NARRATION_RATE,
});
