import { createDescriber, type SoundDescription } from "#audio/description/describe-sound.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { framesOf } from "#audio/signal/blocks.ts";

/** Maximum seconds of a file that are analyzed: its beginning shows how it was recorded. */
export const MAX_SECONDS = 180;

/** Describes the beginning of a sound. @param onProgress 0 to 1 */
export async function describeSource(
  source: AudioSource,
  onProgress: (done: number) => void,
): Promise<SoundDescription> {
  const { sampleRate } = source.format;
  const maxFrames = MAX_SECONDS * sampleRate;
  const expected = Math.max(1, Math.min(maxFrames, source.duration * sampleRate));
  const describer = createDescriber(source.format);
  let frames = 0;
  for await (const block of source.blocks()) {
    const part = Math.min(framesOf(block), maxFrames - frames);
    describer.push(part < framesOf(block) ? block.map((plane) => plane.subarray(0, part)) : block);
    frames += part;
    onProgress(Math.min(1, frames / expected));
    if (frames >= maxFrames) break;
  }
  return describer.finish();
}
