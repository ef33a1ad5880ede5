import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openAudioFile } from "./open-file.ts";

/** Levels of a file as players decode it. */
export interface DecodedLevels {
  /** LUFS; −Infinity if it is too quiet to measure. */
  readonly lufs: number;
  /** dBTP */
  readonly truePeak: number;
}

/** Measures a file; null if it cannot be decoded here. */
export async function decodedLevels(file: string): Promise<DecodedLevels | null> {
  try {
    const source = await openAudioFile(file);
    try {
      const meter = createLoudnessMeter(source.format);
      for await (const block of source.blocks()) meter.push(block);
      const { integrated, truePeak } = meter.measure();
      return { lufs: integrated, truePeak };
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof ToolkitError && error.code === "AUDIO_DECODER_MISSING") return null;
    throw error;
  }
}
