import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { analyzeFile } from "../measure/analyze-file.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Finds tempo, beats, bars, key and chords of a song. */
export type Analyze = Task<{ readonly file: Blob }, SongAnalysis>;

export const analyze: TaskHandler<Analyze> = ({ file }, context) =>
  analyzeFile(
    file,
    async () => (await import("#audio/music/analyze-song.ts")).createSongAnalyzer,
    context,
  );
