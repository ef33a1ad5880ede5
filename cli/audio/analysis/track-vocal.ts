import { type Melody, melodyOf } from "#audio/music/singing/score-singing.ts";
import { createPitchAnalyzer, type PitchTrack } from "#audio/music/singing/sung-pitch.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { openAudioFile } from "../open-file.ts";

/** Tracks the pitch of a voice. @throws {ToolkitError} if the file cannot be read, or on abort */
export async function trackVocal(file: string, signal: AbortSignal): Promise<PitchTrack> {
  const source = await openAudioFile(file);
  try {
    const meter = createPitchAnalyzer(source.format);
    for await (const block of source.blocks()) {
      if (signal.aborted) throw new ToolkitError("CANCELLED", {});
      meter.push(block);
    }
    return meter.finish();
  } finally {
    source.close();
  }
}

/** Finds the melody of a vocal. @throws {ToolkitError} as `trackVocal`, or if nothing is sung */
export async function findMelody(vocal: string, signal: AbortSignal): Promise<Melody> {
  const melody = melodyOf(await trackVocal(vocal, signal));
  if (melody.notes.length > 0) return melody;
  const detail = `No singing was found in ${vocal}. Name the vocals alone, as "toolkit separate" writes them.`;
  throw new ToolkitError("USAGE", { detail });
}
