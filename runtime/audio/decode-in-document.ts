import { FaultError } from "../workspace/contract/fault.ts";

/** Bytes of decoded samples from which a device may run out of memory. */
const MOST = 1.2e9;
const HEADER = 44;

/**
 * Decodes a file as a whole with the browser's own player, for browsers whose workers have no decoders.
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
  if (length * channels * 4 > MOST) throw new FaultError("file.tooLarge");
  const out = new DataView(new ArrayBuffer(HEADER + length * channels * 4));
  const text = (at: number, letters: string): void => {
    for (let index = 0; index < letters.length; index++)
      out.setUint8(at + index, letters.charCodeAt(index));
  };
  text(0, "RIFF");
  out.setUint32(4, out.byteLength - 8, true);
  text(8, "WAVEfmt ");
  out.setUint32(16, 16, true);
  out.setUint16(20, 3, true);
  out.setUint16(22, channels, true);
  out.setUint32(24, sampleRate, true);
  out.setUint32(28, sampleRate * channels * 4, true);
  out.setUint16(32, channels * 4, true);
  out.setUint16(34, 32, true);
  text(36, "data");
  out.setUint32(40, length * channels * 4, true);
  for (let channel = 0; channel < channels; channel++) {
    const plane = buffer.getChannelData(channel);
    for (let at = 0; at < length; at++)
      out.setFloat32(HEADER + (at * channels + channel) * 4, plane[at]!, true);
  }
  return new Blob([out], { type: "audio/wav" });
}
