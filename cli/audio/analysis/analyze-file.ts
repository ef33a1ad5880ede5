import { createSongAnalyzer, type SongAnalysis } from "#audio/music/analyze-song.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openAudioFile } from "../open-file.ts";

/**
 * Tempo, beats, bars and key of a file. @throws {ToolkitError} if it cannot be read, or on abort
 */
export async function analyzeFile(file: string, signal: AbortSignal): Promise<SongAnalysis> {
  const source = await openAudioFile(file);
  try {
    const analyzer = createSongAnalyzer(source.format);
    for await (const block of source.blocks()) {
      if (signal.aborted) throw new ToolkitError("CANCELLED", {});
      analyzer.push(block);
    }
    return analyzer.finish();
  } finally {
    source.close();
  }
}
