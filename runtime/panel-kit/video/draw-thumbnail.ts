import { BANDS } from "#audio/visual/bands.ts";
import { TRACE_RATE } from "#audio/visual/rates.ts";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { createScene } from "../../audio/worker/pictures/create-scene.ts";
import type { Look } from "../../audio/worker/pictures/look.ts";

/** The loudest moment of a sound, in seconds: the one at which visualizations show most. */
export function loudestMoment({ bands }: Pick<SoundTrace, "bands">): number {
  let [loudest, peak] = [0, -1];
  for (let moment = 0; (moment + 1) * BANDS <= bands.length; moment++) {
    let sum = 0;
    for (let band = 0; band < BANDS; band++) sum += bands[moment * BANDS + band]!;
    if (sum > peak) [loudest, peak] = [moment, sum];
  }
  return loudest / TRACE_RATE;
}

/**
 * A look for small pictures, which have no text and one aspect ratio; its JSON names what such a
 * picture shows.
 */
export const thumbnailLook = (look: Look): Look => ({
  ...look,
  shape: "16:9",
  background: look.background === "color" ? "color" : "gradient",
  fit: "cover",
  title: "",
  byline: "",
  progress: false,
  clear: false,
});

/** Draws a moment of a sound, in seconds, over the whole canvas. */
export function drawThumbnail(
  canvas: HTMLCanvasElement,
  look: Look,
  trace: SoundTrace,
  moment: number,
): void {
  const paper = canvas.getContext("2d", { alpha: false });
  if (!paper) return;
  const scene = createScene({ look, trace, captions: [], range: [0, trace.seconds] });
  scene.paint(paper, canvas.width / scene.width, moment, null);
  scene.close();
}
