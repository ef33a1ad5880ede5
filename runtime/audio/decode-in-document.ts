import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { FaultError } from "../contract/fault.ts";

/** Maximum decoded size in bytes: beyond it, devices may run out of memory. */
const MAX_DECODED_BYTES = 1.2e9;

/**
 * Decodes a whole file with the document's decoder, for browsers without decoders in workers.
 * @returns the samples as a WAV file of 32-bit floats
 * @throws {FaultError} `file.unreadable`, `file.tooLarge`
 */
export async function decodeInDocument(file: Blob, sampleRate: number): Promise<Blob> {
  let buffer: AudioBuffer;
  try {
    buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(
      await file.arrayBuffer(),
    );
  } catch (error) {
    throw new FaultError("file.unreadable", {}, error);
  }
  const { length, numberOfChannels: channels } = buffer;
  if (length * channels * 4 > MAX_DECODED_BYTES) throw new FaultError("file.tooLarge");
  const planes = Array.from({ length: channels }, (_, channel) => buffer.getChannelData(channel));
  const bytes = wavBytes(planes, { sampleRate, codec: "pcm-f32" });
  return new Blob([bytes], { type: "audio/wav" });
}
