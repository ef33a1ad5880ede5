import type { AudioSource } from "../../../../audio/media/audio-source.ts";
import { createSongAnalyzer, type SongAnalysis } from "../../../../audio/music/analyze-song.ts";
import { framesOf } from "../../../../audio/signal/blocks.ts";

/** Finds tempo, beats, bars and key of a whole sound. @param onProgress 0 to 1 */
export async function analyzeSource(
  source: AudioSource,
  onProgress: (done: number) => void,
): Promise<SongAnalysis> {
  const analyzer = createSongAnalyzer(source.format);
  const expected = Math.max(1, source.duration * source.format.sampleRate);
  let frames = 0;
  for await (const block of source.blocks()) {
    analyzer.push(block);
    frames += framesOf(block);
    onProgress(Math.min(1, frames / expected));
  }
  return analyzer.finish();
}
