import type { Block } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import { createResampler } from "../signal/resample.ts";
import type { OutputFormat } from "./writers/output-formats.ts";
import { OUTPUT_FORMATS, rateOf } from "./writers/output-formats.ts";
import type { PcmOutput } from "./pcm/pcm.ts";
import type { AudioWriter, EncoderHost, WriterOptions } from "./writers/audio-writer.ts";
import { createPacketWriter } from "./writers/packet-writer.ts";
import { createWavWriter } from "./writers/wav-writer.ts";

/** Plain samples, by what a result is written as. */
const PLAIN: Readonly<Partial<Record<OutputFormat, PcmOutput>>> = {
  wav16: "pcm-s16",
  wav24: "pcm-s24",
  wav32f: "pcm-f32",
};

/**
 * Opens a file for sound of a format, at the lowest rate of the file's that loses nothing of it.
 * @throws where neither the platform nor the program has the encoder
 */
export async function openWriter(options: WriterOptions, host: EncoderHost): Promise<AudioWriter> {
  const { output, format } = options;
  const sampleRate = rateOf(OUTPUT_FORMATS[output], format.sampleRate);
  if (sampleRate === format.sampleRate) return openOwnRate(options, host);
  // Mediabunny's own resampler draws lines between samples, which lets in what cannot be written.
  const resampler = createResampler(format.sampleRate, sampleRate, format.channels);
  const writer = await openOwnRate({ ...options, format: { ...format, sampleRate } }, host);
  const add = async (block: Block | null): Promise<void> => {
    if (block && framesOf(block) > 0) await writer.add(block);
  };
  return {
    add: (block) => add(resampler.process(block)),
    async finish() {
      await add(resampler.finish());
      return writer.finish();
    },
    abandon: () => writer.abandon(),
  };
}

async function openOwnRate(options: WriterOptions, host: EncoderHost): Promise<AudioWriter> {
  const { output } = options;
  const plain = PLAIN[output];
  if (plain) return createWavWriter(options, plain);
  if (output === "vorbis") {
    const { createVorbisWriter } = await import("./writers/vorbis-writer.ts");
    return createVorbisWriter(options, await host.openVorbis());
  }
  const own = output === "mp3" ? host.openMp3?.(options) : null;
  return own ?? createPacketWriter(options, host);
}
