import { BufferTarget, EncodedAudioPacketSource, Output, WavOutputFormat } from "mediabunny";
import { createDither } from "../pcm/dither.ts";
import { type PcmOutput, PCM_BYTES } from "../pcm/pcm.ts";
import { createWavOutput, LARGE_WAV } from "../pcm/wav-output.ts";
import { portableTags } from "../tags/portable-tags.ts";
import type { AudioWriter, WriterOptions } from "./audio-writer.ts";

/** WAV with tags. Sound with more than 16 bits is dithered for 16-bit output. */
export async function createWavWriter(
  options: WriterOptions,
  codec: PcmOutput,
): Promise<AudioWriter> {
  const { format, write } = options;
  const header = await makeHeader(options, codec);
  const output = await createWavOutput({ header, codec, channels: format.channels, write });
  const dither = codec === "pcm-s16" ? createDither(format.channels) : null;
  return {
    add: (block) => output.add(dither?.(block) ?? block),
    async finish() {
      await output.finish();
      return null;
    },
    abandon: async () => {},
  };
}

/** A file without samples. */
async function makeHeader(
  { format: { sampleRate, channels: numberOfChannels }, duration, tags }: WriterOptions,
  codec: PcmOutput,
): Promise<Uint8Array<ArrayBuffer>> {
  const large = duration * sampleRate * numberOfChannels * PCM_BYTES[codec] > LARGE_WAV;
  const target = new BufferTarget();
  const file = new Output({
    format: new WavOutputFormat({ large, metadataFormat: "id3" }),
    target,
  });
  const decoderConfig = { codec, numberOfChannels, sampleRate };
  file.addAudioTrack(new EncodedAudioPacketSource(codec), { decoderConfig });
  file.setMetadataTags(portableTags(tags));
  await file.start();
  await file.finalize();
  return new Uint8Array(target.buffer!);
}
