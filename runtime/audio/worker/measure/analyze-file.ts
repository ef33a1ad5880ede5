import type { Analyzer, Format } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { openFile } from "../host/worker-host.ts";
import type { TaskContext } from "../protocol.ts";

/** Analyzes a whole file. @param load loads the analyzer */
export async function analyzeFile<T>(
  file: Blob,
  load: () => Promise<(format: Format) => Analyzer<T>>,
  { onProgress }: TaskContext,
): Promise<T> {
  const createAnalyzer = await load();
  const source = await openFile(file);
  try {
    const analyzer = createAnalyzer(source.format);
    const expected = Math.max(1, source.duration * source.format.sampleRate);
    let frames = 0;
    for await (const block of source.blocks()) {
      analyzer.push(block);
      frames += framesOf(block);
      onProgress(Math.min(1, frames / expected), "listening");
    }
    return analyzer.finish();
  } finally {
    source.close();
  }
}
