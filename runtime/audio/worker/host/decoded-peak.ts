import type { PacketListener } from "#audio/media/writers/audio-writer.ts";
import { factorToDecibels } from "#audio/signal/decibel.ts";
import { type PeakScanner, createPeakScanner, PEAK_REACH } from "#audio/signal/true-peak.ts";

/** Maximum number of packets that wait for the decoder. */
const MAX_PENDING = 64;

/**
 * Decodes the encoder's output as a player will, and measures its true peak, which may be some
 * decibels higher than the peak of the input.
 */
export function createDecodedPeak(): PacketListener {
  let decoder: AudioDecoder | null = null;
  let failed = typeof AudioDecoder === "undefined";
  let scanners: PeakScanner[] = [];
  let peak = 0;
  let room = new Float32Array(0);
  let wake = (): void => {};
  const look = (peaks: Float32Array | null): void => {
    for (const value of peaks ?? []) if (value > peak) peak = value;
  };
  const onData = (data: AudioData): void => {
    const { numberOfChannels, numberOfFrames, sampleRate } = data;
    if (scanners.length !== numberOfChannels)
      scanners = Array.from({ length: numberOfChannels }, () => createPeakScanner(sampleRate));
    for (const [planeIndex, scanner] of scanners.entries()) {
      if (room.length < numberOfFrames) room = new Float32Array(numberOfFrames);
      const plane = room.subarray(0, numberOfFrames);
      data.copyTo(plane, { planeIndex, format: "f32-planar" });
      look(scanner.scan(plane, peak));
    }
    data.close();
  };
  const open = (config: AudioDecoderConfig): AudioDecoder => {
    const made = new AudioDecoder({
      output: onData,
      error() {
        failed = true;
        wake();
      },
    });
    made.addEventListener("dequeue", () => wake());
    made.configure(config);
    return made;
  };
  return {
    push(packet, meta) {
      if (failed) return;
      try {
        if (!decoder && meta?.decoderConfig) decoder = open(meta.decoderConfig);
        decoder?.decode(packet.toEncodedAudioChunk());
      } catch {
        // Packets that cannot be decoded here are still written; only their peak is unknown.
        failed = true;
      }
    },
    async ready() {
      while (decoder && !failed && decoder.decodeQueueSize > MAX_PENDING)
        await new Promise<void>((resolve) => (wake = resolve));
    },
    async finish() {
      if (!decoder || failed) return null;
      await decoder.flush().catch(() => (failed = true));
      if (failed) return null;
      for (const scanner of scanners) look(scanner.peek(new Float32Array(PEAK_REACH), peak));
      decoder.close();
      return factorToDecibels(peak);
    },
  };
}
