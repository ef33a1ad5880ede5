import { BufferTarget, EncodedAudioPacketSource, Output, WavOutputFormat } from "mediabunny";
import type { PcmOutput } from "../../../audio/media/pcm.ts";
import { PCM_BYTES } from "../../../audio/media/pcm.ts";
import { portableTags } from "../../../audio/media/portable-tags.ts";
import { createWavOutput, LARGE_WAV } from "../../../audio/media/wav-output.ts";
import type { Sink, SinkOptions } from "./open-output.ts";

/** WAV of a codec, with its tags. */
export async function openWav(
  { format, duration, tags, write }: SinkOptions,
  codec: PcmOutput,
): Promise<Sink> {
  const { sampleRate, channels } = format;
  const large = duration * sampleRate * channels * PCM_BYTES[codec] > LARGE_WAV;
  const target = new BufferTarget();
  const file = new Output({
    format: new WavOutputFormat({ large, metadataFormat: "id3" }),
    target,
  });
  const decoderConfig = { codec, numberOfChannels: channels, sampleRate };
  file.addAudioTrack(new EncodedAudioPacketSource(codec), { decoderConfig });
  file.setMetadataTags(portableTags(tags));
  await file.start();
  // A file without samples.
  await file.finalize();
  const header = new Uint8Array(target.buffer!);
  const output = await createWavOutput({ header, codec, channels, write });
  return {
    add: (block) => output.add(block),
    async finish() {
      await output.finish();
      return null;
    },
  };
}
