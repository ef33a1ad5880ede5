import type { PitchTrack } from "#audio/music/singing/sung-pitch.ts";
import { analyzeFile } from "../measure/analyze-file.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Tracks the pitch of a voice. */
export type Melody = Task<{ readonly file: Blob }, PitchTrack>;

export const melody: TaskHandler<Melody> = ({ file }, context) =>
  analyzeFile(
    file,
    async () => (await import("#audio/music/singing/sung-pitch.ts")).createPitchAnalyzer,
    context,
  );
