import { type LimiterGoal, createTargetMeter } from "#audio/restoration/target-level.ts";
import { createMeter } from "#audio/tasks/measure/meter.ts";
import { createOvershootMeter } from "#audio/tasks/measure/overshoot-meter.ts";
import { openSound } from "../open/open-sound.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import type { Levels } from "#audio/tasks/measure/levels.ts";
import type { Sound } from "../sounds.ts";

export interface MeasureRequest {
  readonly file: Sound;
  /** Target of a limiter whose outcome is measured as well. */
  readonly goal?: LimiterGoal | undefined;
  /** dBTP above which the overshoots are measured as well. */
  readonly ceiling?: number | undefined;
}

/** Measures the levels of a sound. */
export type Measure = Task<MeasureRequest, Levels>;

export const measure: TaskHandler<Measure> = async ({ file, goal, ceiling }, { onProgress }) => {
  const source = await openSound(file);
  const meter = createMeter(source.format);
  const limiter = goal && createTargetMeter(source.format, goal);
  const overshoots = ceiling === undefined ? null : createOvershootMeter(source.format, ceiling);
  const expected = Math.max(1, source.duration * source.format.sampleRate);
  let frames = 0;
  for await (const block of source.blocks()) {
    meter.push(block);
    limiter?.push(block);
    overshoots?.push(block);
    frames += block[0]!.length;
    onProgress(Math.min(1, frames / expected), "listening");
  }
  source.close();
  return {
    ...meter.levels(),
    ...(limiter && { limited: limiter.finish() }),
    ...(overshoots && { overshoots: overshoots.finish() }),
  };
};
