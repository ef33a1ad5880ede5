import type { Output } from "mediabunny";
import { AudioSample, AudioSampleSource, Quality } from "mediabunny";
import type { Block, Format } from "../../audio/effect.ts";
import { framesOf } from "../../audio/signal/blocks.ts";

/** What takes samples of one format. */
export interface Encoder {
  add(block: Block): Promise<void>;
  finish(): Promise<void>;
  /** Closes the file as it is. */
  abandon(): Promise<void>;
}

/**
 * An encoder of one or two channels; of more than two there is a mix.
 * @param bitrate of a channel, in bit/s
 * @param take gets each packet
 */
export function lossy(
  codec: "mp3" | "aac" | "opus",
  bitrate: number,
  { channels }: Format,
  take?: (packet: Uint8Array) => void,
): AudioSampleSource {
  const numberOfChannels = Math.min(channels, 2);
  return new AudioSampleSource({
    codec,
    quality: new Quality({ bitrate: bitrate * numberOfChannels }),
    ...(numberOfChannels < channels && { transform: { numberOfChannels } }),
    ...(take && { onEncodedPacket: ({ data }) => take(data) }),
  });
}

/** Lets an encoder of mediabunny's, the only track of an output, have the samples. */
export async function encodeSamples(
  source: AudioSampleSource,
  output: Output,
  { sampleRate, channels }: Format,
): Promise<Encoder> {
  output.addAudioTrack(source);
  await output.start();
  let done = 0;
  return {
    async add(block) {
      const count = framesOf(block);
      const data = new Float32Array(count * channels);
      for (const [channel, samples] of block.entries()) data.set(samples, channel * count);
      const sample = new AudioSample({
        data,
        format: "f32-planar",
        numberOfChannels: channels,
        sampleRate,
        timestamp: done / sampleRate,
      });
      done += count;
      await source.add(sample);
      sample.close();
    },
    finish: () => output.finalize(),
    abandon: () => output.cancel(),
  };
}
