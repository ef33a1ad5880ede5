import type { AudioEncodingConfig, MetadataTags, OutputFormat as Container } from "mediabunny";
import {
  AudioSample,
  AudioSampleSource,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  NullTarget,
  OggOutputFormat,
  Output,
  Quality,
  StreamTarget,
} from "mediabunny";
import type { Block, Format } from "../../../audio/effect.ts";
import { createMp3File } from "../../../audio/media/mp3-file.ts";
import type { PcmOutput } from "../../../audio/media/pcm.ts";
import { portableTags } from "../../../audio/media/portable-tags.ts";
import { framesOf } from "../../../audio/signal/blocks.ts";
import { createResampler } from "../../../audio/signal/resample.ts";
import { addEncoder } from "./add-encoder.ts";
import { createDecodedPeak } from "./decoded-peak.ts";
import type { OutputFormat } from "./formats.ts";
import { OUTPUT_FORMATS, rateOf } from "./formats.ts";
import { openWav } from "./wav.ts";
import type { Write } from "./write.ts";

/** A file that is being written. */
export interface Sink {
  /** Resolves when the next may come. The block may be changed afterwards. */
  add(block: Block): Promise<void>;
  /**
   * Writes the rest.
   * @returns true peak, in dB, of what players will decode; null where it is that of what was added, or
   * cannot be known here
   */
  finish(): Promise<number | null>;
}

export interface SinkOptions {
  readonly output: OutputFormat;
  readonly format: Format;
  /** Seconds that are expected; decides about the size of fields in the header. */
  readonly duration: number;
  readonly tags: MetadataTags;
  readonly write: Write;
}

/** Bytes that are written at once. */
const CHUNK = 1024 * 1024;

/** Plain samples, by what a result is written as. */
const PLAIN: Readonly<Partial<Record<OutputFormat, PcmOutput>>> = {
  wav16: "pcm-s16",
  wav24: "pcm-s24",
  wav32f: "pcm-f32",
};

/** @throws when neither the browser nor the site has the encoder */
export async function openSink(options: SinkOptions): Promise<Sink> {
  const { output, format, tags, write } = options;
  if (output === "vorbis") return (await import("./vorbis.ts")).openVorbis({ format, tags, write });
  const plain = PLAIN[output];
  return plain ? openWav(options, plain) : openEncoded(options);
}

async function openEncoded({ output, format, tags, write }: SinkOptions): Promise<Sink> {
  const facts = OUTPUT_FORMATS[output];
  const sampleRate = rateOf(facts, format.sampleRate);
  const numberOfChannels = Math.min(format.channels, facts.mostChannels);
  const { codec, container, sampleFormat } = partsOf(output);
  await addEncoder(codec, { sampleRate, numberOfChannels });
  // The encoder's frames are put into a file here, with what players have to leave out around its sound.
  const mp3 =
    output === "mp3"
      ? await createMp3File({ tags, write: (position, bytes) => write(position, bytes.slice()) })
      : null;
  // Mediabunny's own resampler draws lines between samples, which lets in what cannot be written.
  const resampler =
    sampleRate === format.sampleRate
      ? null
      : createResampler(format.sampleRate, sampleRate, format.channels);
  const transform = {
    ...(numberOfChannels !== format.channels && { numberOfChannels }),
    ...(sampleFormat && { sampleFormat }),
  };
  const decoded = facts.lossless ? null : createDecodedPeak();
  const source = new AudioSampleSource({
    codec,
    onEncodedPacket(packet, meta) {
      decoded?.push(packet, meta);
      mp3?.push(packet.data);
    },
    ...(facts.bitrate !== undefined && {
      quality: new Quality({ bitrate: facts.bitrate * numberOfChannels }),
    }),
    ...(Object.keys(transform).length > 0 && { transform }),
  });
  const file = new Output({
    format: container,
    target: mp3 ? new NullTarget() : streamTo(write),
  });
  file.addAudioTrack(source);
  file.setMetadataTags(portableTags(tags));
  await file.start();
  let frames = 0;
  /** @param block at the rate of the file */
  const give = async (block: Block | null): Promise<void> => {
    const count = block ? framesOf(block) : 0;
    if (!block || count === 0) return;
    const data = new Float32Array(count * block.length);
    for (const [at, plane] of block.entries()) data.set(plane, at * count);
    const sample = new AudioSample({
      data,
      format: "f32-planar",
      numberOfChannels: block.length,
      sampleRate,
      timestamp: frames / sampleRate,
    });
    frames += count;
    try {
      await source.add(sample);
    } finally {
      sample.close();
    }
    await mp3?.flush();
    await decoded?.ready();
  };
  return {
    add: (block) => give(resampler ? resampler.process(block) : block),
    async finish() {
      if (resampler) await give(resampler.finish());
      await file.finalize();
      await mp3?.finish(frames);
      return (await decoded?.finish()) ?? null;
    },
  };
}

const streamTo = (write: Write): StreamTarget =>
  new StreamTarget(new WritableStream({ write: ({ position, data }) => write(position, data) }), {
    chunked: true,
    chunkSize: CHUNK,
  });

interface Parts {
  readonly codec: AudioEncodingConfig["codec"];
  readonly container: Container;
  readonly sampleFormat?: "s16" | "s32";
}

function partsOf(output: OutputFormat): Parts {
  switch (output) {
    case "flac":
      return { codec: "flac", container: new FlacOutputFormat(), sampleFormat: "s32" };
    case "mp3":
      return { codec: "mp3", container: new Mp3OutputFormat() };
    case "m4a":
      return { codec: "aac", container: new Mp4OutputFormat({ fastStart: false }) };
    default:
      return { codec: "opus", container: new OggOutputFormat() };
  }
}
