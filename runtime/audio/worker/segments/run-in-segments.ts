import type { Resources } from "#audio/effect.ts";
import type { ParallelSound } from "#audio/tasks/run-effect.ts";
import { createBufferPool } from "./buffer-pool.ts";
import { processInSegments } from "./process-in-segments.ts";
import { segmentFrames, segmentsOf } from "./segments.ts";

/** Processes segments of a sound in helpers in parallel. */
export async function runInSegments(
  helpers: readonly MessagePort[],
  { format, duration, effect, blocks, take, onProgress }: ParallelSound,
  resources: Resources,
): Promise<void> {
  const around = effect?.parallel ?? { before: 0, after: 0 };
  const pool = createBufferPool();
  const segments = segmentsOf(blocks, {
    count: segmentFrames(duration, helpers.length, format),
    before: Math.ceil(around.before * format.sampleRate),
    after: Math.ceil(around.after * format.sampleRate),
    pool,
  });
  const expected = Math.max(1, duration * format.sampleRate);
  await processInSegments(helpers, segments, {
    format,
    resources,
    pool,
    take,
    onProgress: (frames) => onProgress(Math.min(1, frames / expected)),
  });
}
