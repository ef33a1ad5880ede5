import type { OutputFormat as Container } from "mediabunny";
import {
  AudioSampleSource,
  FlacOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from "mediabunny";
import type { Format } from "../../audio/effect.ts";
import { portableTags } from "../../audio/media/portable-tags.ts";
import type { Encoder } from "./encode-samples.ts";
import { encodeSamples, lossy } from "./encode-samples.ts";
import { isPlainMp3, openMp3 } from "./mp3.ts";
import { openTarget } from "./output-place.ts";
import { openVorbis } from "./vorbis.ts";
import { openWav } from "./wav.ts";
import type { WriterOptions } from "./write-file.ts";

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
      return isPlainMp3(format)
        ? openMp3(options, format)
        : (await import("./mp3-mixed.ts")).openMixedMp3(options, format);
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

interface Parts {
  readonly source: AudioSampleSource;
  readonly container: Container;
}

/** Lets an encoder of mediabunny's have the samples. */
async function openSamples(
  { file, tags }: WriterOptions,
  format: Format,
  { source, container }: Parts,
): Promise<Encoder> {
  const output = new Output({ format: container, target: await openTarget(file) });
  output.setMetadataTags(portableTags(tags));
  return encodeSamples(source, output, format);
}
