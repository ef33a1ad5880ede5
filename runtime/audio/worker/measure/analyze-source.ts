import type { Analyzer } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { framesOf } from "#audio/signal/blocks.ts";

/** Has a whole sound heard. @param onProgress 0 to 1 */
export async function analyzeSource<T>(
  source: AudioSource,
  analyzer: Analyzer<T>,
  onProgress: (done: number) => void,
): Promise<T> {
  const expected = Math.max(1, source.duration * source.format.sampleRate);
  let frames = 0;
  for await (const block of source.blocks()) {
    analyzer.push(block);
    frames += framesOf(block);
    onProgress(Math.min(1, frames / expected));
  }
  return analyzer.finish();
}
