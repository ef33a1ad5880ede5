import { BufferTarget, EncodedAudioPacketSource, Output, WavOutputFormat } from "mediabunny";
import type { Format } from "../../audio/effect.ts";
import type { PcmOutput } from "../../audio/media/pcm.ts";
import { PCM_BYTES } from "../../audio/media/pcm.ts";
import { portableTags } from "../../audio/media/portable-tags.ts";
import { createWavOutput, LARGE_WAV } from "../../audio/media/wav-output.ts";
import type { Encoder } from "./encode-samples.ts";
import { openForWriting } from "./output-place.ts";
import type { WriterOptions } from "./write-file.ts";

/** WAV of a codec, with its tags. */
export async function openWav(
  options: WriterOptions,
  format: Format,
  codec: PcmOutput,
): Promise<Encoder> {
  const header = await makeHeader(options, format, codec);
  const file = await openForWriting(options.file);
  const output = await createWavOutput({
    header,
    codec,
    channels: format.channels,
    write: file.write,
  });
  return {
    add: (block) => output.add(block),
    async finish() {
      await output.finish();
      await file.close();
    },
    abandon: () => file.close(),
  };
}

/** A file without samples. */
async function makeHeader(
  { frames, tags }: WriterOptions,
  { sampleRate, channels: numberOfChannels }: Format,
  codec: PcmOutput,
): Promise<Uint8Array<ArrayBuffer>> {
  const large = frames * numberOfChannels * PCM_BYTES[codec] > LARGE_WAV;
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
