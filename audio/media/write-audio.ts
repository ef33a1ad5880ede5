import type { Block } from "../effect.ts";
import type { MediaBytes } from "./host.ts";
import { framesOf } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createLocalGain } from "./writers/local-gain.ts";
import { createResampler } from "../signal/resample.ts";
import { HEADROOM } from "./writers/headroom.ts";
import {
  type VideoFormat,
  type OutputFormat,
  isVideoFormat,
  OUTPUT_FORMATS,
  rateOf,
} from "./writers/output-formats.ts";
import type { PcmOutput } from "./pcm/pcm.ts";
import type { NamedTrack } from "./video-tracks.ts";
import type { AudioWriter, EncoderHost, WriterOptions } from "./writers/audio-writer.ts";
import { type Pictures, createPacketWriter } from "./writers/packet-writer.ts";
import { createWavWriter } from "./writers/wav-writer.ts";

/** PCM encodings by output format. */
const PLAIN: Readonly<Partial<Record<OutputFormat, PcmOutput>>> = {
  wav16: "pcm-s16",
  wav24: "pcm-s24",
  wav32f: "pcm-f32",
};

/**
 * Opens a file for writing, at its lowest sample rate that loses nothing of the format.
 * @param videoFile its video is copied to the output; stays open until the writer has finished
 * @param addedTrack if given, the original sound is kept, and this names the added track
 * @throws if neither the platform nor the program has the encoder
 * @throws {MediaError} `picture`, if the video cannot be copied to the container
 */
export async function openWriter(
  options: WriterOptions,
  host: EncoderHost,
  {
    videoFile,
    addedTrack,
  }: { readonly videoFile?: MediaBytes; readonly addedTrack?: NamedTrack } = {},
): Promise<AudioWriter> {
  const { output } = options;
  if (!isVideoFormat(output)) return openSoundWriter({ ...options, output }, null, host);
  const { openVideoTracks } = await import("./video-tracks.ts");
  const { sound, pictures } = await openVideoTracks(output, videoFile, addedTrack);
  return openSoundWriter({ ...options, output: sound }, pictures, host);
}

/** Opens a video for writing whose pictures do not come from an existing video. */
export async function openVideoWriter(
  options: WriterOptions<VideoFormat>,
  host: EncoderHost,
  pictures: Pictures,
): Promise<AudioWriter> {
  const { videoSoundFormat } = await import("./writers/video-formats.ts");
  return openSoundWriter(
    { ...options, output: videoSoundFormat(options.output, null) },
    pictures,
    host,
  );
}

/** Limits peaks before encoding, if there is a ceiling. */
async function openSoundWriter(
  options: WriterOptions<OutputFormat>,
  pictures: Pictures | null,
  host: EncoderHost,
): Promise<AudioWriter> {
  const { output, format, ceiling, levels } = options;
  const isExact = OUTPUT_FORMATS[output].lossless;
  if (typeof ceiling !== "number" || isExact) return openAnyRate(options, pictures, host);
  const { gain = 0, headroom = HEADROOM, reductions = null } = levels ?? {};
  const limiter = createLimiter(format, {
    ceiling: ceiling - headroom,
    gain: decibelsToFactor(gain),
  });
  const writer = await openAnyRate(options, pictures, host);
  return through(
    limiter,
    reductions ? through(createLocalGain(format, reductions), writer) : writer,
  );
}

/** A writer whose blocks pass through a processor first. */
function through(
  passed: { process(block: Block): Block | null; finish(): Block | null },
  writer: AudioWriter,
): AudioWriter {
  const add = async (block: Block | null): Promise<void> => {
    if (block && framesOf(block) > 0) await writer.add(block);
  };
  return {
    add: (block) => add(passed.process(block)),
    async finish() {
      await add(passed.finish());
      return writer.finish();
    },
    abandon: () => writer.abandon(),
  };
}

async function openAnyRate(
  options: WriterOptions<OutputFormat>,
  pictures: Pictures | null,
  host: EncoderHost,
): Promise<AudioWriter> {
  const { output, format } = options;
  const sampleRate = rateOf(OUTPUT_FORMATS[output], format.sampleRate);
  if (sampleRate === format.sampleRate) return openOwnRate(options, pictures, host);
  // Mediabunny's own resampler interpolates linearly, which causes aliasing.
  const resampler = createResampler(format.sampleRate, sampleRate, format.channels);
  const own = { ...options, format: { ...format, sampleRate } };
  return through(resampler, await openOwnRate(own, pictures, host));
}

async function openOwnRate(
  options: WriterOptions<OutputFormat>,
  pictures: Pictures | null,
  host: EncoderHost,
): Promise<AudioWriter> {
  const { output } = options;
  if (pictures) return createPacketWriter(options, host, pictures);
  if (output === "mp3" && options.chapters?.length) {
    const { chapters, duration, write, ...others } = options;
    const { withId3Chapters } = await import("./tags/chapters/id3-chapters.ts");
    const marked = { ...others, duration, write: withId3Chapters(write, chapters, duration) };
    return openOwnRate(marked, pictures, host);
  }
  const plain = PLAIN[output];
  if (plain) return createWavWriter(options, plain);
  if (output === "vorbis") {
    const { createVorbisWriter } = await import("./writers/vorbis-writer.ts");
    return createVorbisWriter(options, await host.openVorbis());
  }
  const own = output === "mp3" ? host.openMp3?.(options) : null;
  return own ?? createPacketWriter(options, host);
}
