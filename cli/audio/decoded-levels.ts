import type { DecodedSound } from "#audio/media/writers/fit-encoding.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { createOvershootMeter } from "#audio/tasks/measure/overshoot-meter.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openAudioFile } from "./open-file.ts";

/** Levels of a file as players decode it. */
export type DecodedLevels = Pick<DecodedSound, "lufs" | "truePeak">;

/**
 * Measures a file; null if it cannot be decoded here.
 * @param ceiling dBTP above which true peaks are overshoots
 */
export async function decodedLevels(file: string, ceiling = 0): Promise<DecodedSound | null> {
  try {
    const source = await openAudioFile(file);
    try {
      const meter = createLoudnessMeter(source.format);
      const overshoots = createOvershootMeter(source.format, ceiling);
      for await (const block of source.blocks()) {
        meter.push(block);
        overshoots.push(block);
      }
      const { integrated, truePeak } = meter.measure();
      return { lufs: integrated, truePeak, overshoots: overshoots.finish() };
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof ToolkitError && error.code === "AUDIO_DECODER_MISSING") return null;
    throw error;
  }
}
