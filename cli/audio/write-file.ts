import { rename, rm } from "node:fs/promises";
import type { AudioCodec, MetadataTags, OutputFormat as Container } from "mediabunny";
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  Quality,
  WavOutputFormat,
} from "mediabunny";
import type { Block, Format, Processor } from "../../audio/effect.ts";
import { portableTags } from "../../audio/media/portable-tags.ts";
import { framesOf } from "../../audio/signal/blocks.ts";
import { createResampler } from "../../audio/signal/resample.ts";
import type { OutputFormat } from "./formats.ts";
import { openVorbis } from "./vorbis.ts";

/** A result that is being written; it has its name only when it is whole. */
export interface AudioWriter {
  readonly write: (block: Block, format: Format) => Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

export interface WriterOptions {
  readonly file: string;
  readonly output: OutputFormat;
  readonly tags: MetadataTags;
  /** Frames that may come at most; decides about the size of fields in a WAV file's header. */
  readonly frames: number;
}

/** What takes samples of one format. */
export interface Encoder {
  add(block: Block): Promise<void>;
  finish(): Promise<void>;
  /** Closes the file as it is. */
  abandon(): Promise<void>;
}

/** Writes beside the file and renames at the end. The format comes with the first block. */
export function createWriter(options: WriterOptions): AudioWriter {
  const part = `${options.file}.${process.pid}.part`;
  let encoder: Encoder | null = null;
  let resampler: Processor | null = null;
  const add = async (block: Block | null): Promise<void> => {
    if (block && framesOf(block) > 0) await encoder?.add(block);
  };
  return {
    async write(block, format) {
      if (!encoder) {
        const sampleRate = rateFor(options.output, format.sampleRate);
        if (sampleRate !== format.sampleRate)
          resampler = createResampler(format.sampleRate, sampleRate, format.channels);
        encoder = await openEncoder(options, part, { ...format, sampleRate });
      }
      await add(resampler ? resampler.process(block) : block);
    },
    async finish() {
      if (resampler) await add(resampler.finish());
      await encoder?.finish();
      encoder = null;
      await rename(part, options.file);
    },
    async discard() {
      await encoder?.abandon();
      await rm(part, { force: true });
    },
  };
}

const MP3_RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const AAC_RATES = [...MP3_RATES, 64_000, 88_200, 96_000];

/** The rate itself, or the lowest one of the format that loses nothing. */
function rateFor(output: OutputFormat, sampleRate: number): number {
  const rates = output === "mp3" ? MP3_RATES : output === "m4a" ? AAC_RATES : null;
  return rates ? (rates.find((rate) => rate >= sampleRate) ?? rates.at(-1)!) : sampleRate;
}

interface Parts {
  readonly codec: AudioCodec;
  readonly container: Container;
  readonly bitrate?: number;
  readonly mostChannels?: number;
  readonly sampleFormat?: "s16" | "s32";
}

async function openEncoder(
  { output, tags, frames }: WriterOptions,
  file: string,
  format: Format,
): Promise<Encoder> {
  if (output === "ogg") return openVorbis(file, format, portableTags(tags));
  const {
    codec,
    container,
    bitrate,
    mostChannels = 8,
    sampleFormat,
  } = await partsOf(output, frames * format.channels * 4 > 4e9);
  const numberOfChannels = Math.min(format.channels, mostChannels);
  const transform = {
    ...(numberOfChannels < format.channels && { numberOfChannels }),
    ...(sampleFormat && { sampleFormat }),
  };
  const source = new AudioSampleSource({
    codec,
    ...(bitrate !== undefined && { quality: new Quality({ bitrate: bitrate * numberOfChannels }) }),
    ...(Object.keys(transform).length > 0 && { transform }),
  });
  const target = new Output({ format: container, target: new FilePathTarget(file) });
  target.addAudioTrack(source);
  target.setMetadataTags(portableTags(tags));
  await target.start();
  let done = 0;
  return {
    async add(block) {
      const count = framesOf(block);
      const data = new Float32Array(count * format.channels);
      for (const [channel, samples] of block.entries()) data.set(samples, channel * count);
      const sample = new AudioSample({
        data,
        format: "f32-planar",
        numberOfChannels: format.channels,
        sampleRate: format.sampleRate,
        timestamp: done / format.sampleRate,
      });
      done += count;
      await source.add(sample);
      sample.close();
    },
    finish: () => target.finalize(),
    abandon: () => target.cancel(),
  };
}

/** @param large whether the file may pass 4 GB */
async function partsOf(output: Exclude<OutputFormat, "ogg">, large: boolean): Promise<Parts> {
  const container = new WavOutputFormat({ large, metadataFormat: "id3" });
  switch (output) {
    case "wav16":
      return { codec: "pcm-s16", container };
    case "wav24":
      return { codec: "pcm-s24", container };
    case "wav32f":
      return { codec: "pcm-f32", container };
    case "flac":
      (await import("@mediabunny/flac-encoder")).registerFlacEncoder();
      return { codec: "flac", container: new FlacOutputFormat(), sampleFormat: "s32" };
    case "mp3":
      (await import("@mediabunny/mp3-encoder")).registerMp3Encoder();
      return { codec: "mp3", container: new Mp3OutputFormat(), bitrate: 128_000, mostChannels: 2 };
    case "m4a":
      (await import("@mediabunny/aac-encoder")).registerAacEncoder();
      return {
        codec: "aac",
        container: new Mp4OutputFormat({ fastStart: false }),
        bitrate: 96_000,
        mostChannels: 2,
      };
  }
}
