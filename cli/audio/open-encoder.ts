import type { OutputFormat as Container } from "mediabunny";
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  Quality,
} from "mediabunny";
import type { Block, Format } from "../../audio/effect.ts";
import { portableTags } from "../../audio/media/portable-tags.ts";
import { framesOf } from "../../audio/signal/blocks.ts";
import { isPlainMp3, openMp3 } from "./mp3.ts";
import { openVorbis } from "./vorbis.ts";
import { openWav } from "./wav.ts";
import type { WriterOptions } from "./write-file.ts";

/** What takes samples of one format. */
export interface Encoder {
  add(block: Block): Promise<void>;
  finish(): Promise<void>;
  /** Closes the file as it is. */
  abandon(): Promise<void>;
}

/** Opens a file that takes samples of a format. */
export async function openEncoder(options: WriterOptions, format: Format): Promise<Encoder> {
  switch (options.output) {
    case "ogg":
      return openVorbis(options.file, format, portableTags(options.tags));
    case "wav16":
      return openWav(options, format, "pcm-s16");
    case "wav24":
      return openWav(options, format, "pcm-s24");
    case "wav32f":
      return openWav(options, format, "pcm-f32");
    case "flac":
      (await import("@mediabunny/flac-encoder")).registerFlacEncoder();
      return openSamples(options, format, {
        source: new AudioSampleSource({ codec: "flac", transform: { sampleFormat: "s32" } }),
        container: new FlacOutputFormat(),
      });
    case "mp3":
      if (isPlainMp3(format)) return openMp3(options, format);
      (await import("./mp3-encoder.ts")).registerMp3Encoder();
      return openSamples(options, format, {
        source: lossy("mp3", 128_000, format),
        container: new Mp3OutputFormat(),
      });
    case "m4a":
      (await import("@mediabunny/aac-encoder")).registerAacEncoder();
      return openSamples(options, format, {
        source: lossy("aac", 96_000, format),
        container: new Mp4OutputFormat({ fastStart: false }),
      });
    case "opus":
      (await import("../../audio/media/opus-encoder.ts")).registerOpusEncoder();
      return openSamples(options, format, {
        source: lossy("opus", 80_000, format),
        container: new OggOutputFormat(),
      });
  }
}

/** @param bitrate of a channel; of more than two there is a mix */
function lossy(
  codec: "mp3" | "aac" | "opus",
  bitrate: number,
  { channels }: Format,
): AudioSampleSource {
  const numberOfChannels = Math.min(channels, 2);
  const quality = new Quality({ bitrate: bitrate * numberOfChannels });
  return new AudioSampleSource({
    codec,
    quality,
    ...(numberOfChannels < channels && { transform: { numberOfChannels } }),
  });
}

interface Parts {
  readonly source: AudioSampleSource;
  readonly container: Container;
}

/** Lets an encoder of mediabunny's have the samples. */
async function openSamples(
  { file, tags }: WriterOptions,
  { sampleRate, channels }: Format,
  { source, container }: Parts,
): Promise<Encoder> {
  const output = new Output({ format: container, target: new FilePathTarget(file) });
  output.addAudioTrack(source);
  output.setMetadataTags(portableTags(tags));
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
