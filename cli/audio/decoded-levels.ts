import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openAudioFile } from "./open-file.ts";

/** Tolerance in dB above the ceiling. */
const SLACK = 0.05;

/**
 * Attenuation in dB that keeps a file's decoded peaks below a ceiling; 0 if they are, or if the
 * file cannot be decoded here.
 */
export async function raisedAbove(ceiling: number, file: string): Promise<number> {
  try {
    const source = await openAudioFile(file);
    try {
      const meter = createLoudnessMeter(source.format);
      for await (const block of source.blocks()) meter.push(block);
      const over = meter.measure().truePeak - ceiling;
      return over > SLACK ? over + SLACK : 0;
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof ToolkitError && error.code === "AUDIO_DECODER_MISSING") return 0;
    throw error;
  }
}
