import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { analyzeFile } from "../measure/analyze-file.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Traces a sound for visuals that follow it. */
export type Trace = Task<{ readonly file: Blob }, SoundTrace>;

export const trace: TaskHandler<Trace> = ({ file }, context) =>
  analyzeFile(
    file,
    async () => (await import("#audio/visual/sound-trace.ts")).createTraceAnalyzer,
    context,
  );
