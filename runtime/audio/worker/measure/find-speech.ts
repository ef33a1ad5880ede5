import type { TimeRange } from "#audio/parameters.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { speechRanges } from "#audio/silence/speech-ranges.ts";
import { resources } from "../effect/resources.ts";
import { openSound } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { Sound } from "../sounds.ts";

/** Finds the ranges in seconds in which someone speaks. */
export type FindSpeech = Task<{ readonly file: Sound }, readonly TimeRange[]>;

export const findSpeech: TaskHandler<FindSpeech> = async ({ file }, { onProgress }) => {
  const [{ createActivityMeter }, weights] = await Promise.all([
    import("#audio/restoration/activity/activity-meter.ts"),
    resources.bytes("silero.f16"),
  ]);
  const source = await openSound(file);
  try {
    const meter = createActivityMeter(source.format, weights);
    const expected = Math.max(1, source.duration * source.format.sampleRate);
    let frames = 0;
    for await (const block of source.blocks()) {
      meter.push(block);
      frames += framesOf(block);
      onProgress(Math.min(1, frames / expected), "listening");
    }
    return speechRanges(meter.finish());
  } finally {
    source.close();
  }
};
