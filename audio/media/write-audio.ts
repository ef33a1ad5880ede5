import type { Block } from "../effect.ts";
import type { MediaBytes } from "./host.ts";
import { framesOf } from "../signal/blocks.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createResampler } from "../signal/resample.ts";
import { HEADROOM } from "./writers/headroom.ts";
import {
  type FilmFormat,
  type OutputFormat,
  isFilm,
  OUTPUT_FORMATS,
  rateOf,
} from "./writers/output-formats.ts";
import type { PcmOutput } from "./pcm/pcm.ts";
import type { NamedTrack } from "./film-pictures.ts";
import type { AudioWriter, EncoderHost, WriterOptions } from "./writers/audio-writer.ts";
import { type Pictures, createPacketWriter } from "./writers/packet-writer.ts";
import { createWavWriter } from "./writers/wav-writer.ts";

/** Plain samples, by what a result is written as. */
const PLAIN: Readonly<Partial<Record<OutputFormat, PcmOutput>>> = {
  wav16: "pcm-s16",
  wav24: "pcm-s24",
  wav32f: "pcm-f32",
};

/**
 * Opens a file for sound of a format, at the lowest rate of the file's that loses nothing of it.
 * @param film whose pictures go into one; it stays open until the writer is done
 * @param beside its own sound stays, and this names the track that is written behind it
 * @throws where neither the platform nor the program has the encoder
 * @throws {MediaError} `picture`, where they cannot be copied into such a film
 */
export async function openWriter(
  options: WriterOptions,
  host: EncoderHost,
  { film, beside }: { readonly film?: MediaBytes; readonly beside?: NamedTrack } = {},
): Promise<AudioWriter> {
  const { output } = options;
  if (!isFilm(output)) return openSoundWriter({ ...options, output }, null, host);
  const { openPictures } = await import("./film-pictures.ts");
  const { sound, pictures } = await openPictures(output, film, beside);
  return openSoundWriter({ ...options, output: sound }, pictures, host);
}

/** Opens a film for its sound, which has other pictures than those of a film. */
export async function openFilmWriter(
  options: WriterOptions<FilmFormat>,
  host: EncoderHost,
  pictures: Pictures,
): Promise<AudioWriter> {
  const { filmSoundOf } = await import("./writers/film-formats.ts");
  return openSoundWriter({ ...options, output: filmSoundOf(options.output, null) }, pictures, host);
}

/** Lowers peaks before they are encoded, where there is a ceiling. */
async function openSoundWriter(
  options: WriterOptions<OutputFormat>,
  pictures: Pictures | null,
  host: EncoderHost,
): Promise<AudioWriter> {
  const { output, format, ceiling, headroom = HEADROOM } = options;
  const isExact = OUTPUT_FORMATS[output].lossless;
  if (typeof ceiling !== "number" || isExact) return openAnyRate(options, pictures, host);
  const limiter = createLimiter(format, { ceiling: ceiling - headroom });
  return through(limiter, await openAnyRate(options, pictures, host));
}

/** A writer whose blocks pass something before. */
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
  // Mediabunny's own resampler draws lines between samples, which lets in what cannot be written.
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
