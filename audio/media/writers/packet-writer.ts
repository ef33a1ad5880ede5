import {
  type OutputFormat as Container,
  AudioSample,
  AudioSampleSource,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  NullTarget,
  OggOutputFormat,
  Output,
  Quality,
} from "mediabunny";
import { endSound } from "../containers/matroska-formats.ts";
import { framesOf } from "../../signal/blocks.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "./output-formats.ts";
import { createMp3File } from "../mp3/mp3-file.ts";
import { chapterComments } from "../tags/chapters/comment-chapters.ts";
import { createMp4Chapters } from "../tags/chapters/mp4-chapters.ts";
import { portableTags } from "../tags/portable-tags.ts";
import type { AudioWriter, EncoderHost, PacketCodec, WriterOptions } from "./audio-writer.ts";
import { streamTo } from "./stream-target.ts";

/** Video in a file next to its sound. */
export interface Pictures {
  readonly container: Container;
  /** Adds its tracks, and the audio track, to a file that has not been started. */
  addTracks(file: Output, sound: AudioSampleSource): void;
  /** Copies packets up to a time in seconds. */
  copyUntil(time: number): Promise<void>;
  close(): void;
}

/**
 * Encodes with a mediabunny encoder. Excess channels are mixed down.
 * @param pictures video next to the sound
 */
export async function createPacketWriter(
  { output, format, tags, bitrate, chapters = [], write }: WriterOptions<OutputFormat>,
  host: EncoderHost,
  pictures: Pictures | null = null,
): Promise<AudioWriter> {
  const facts = OUTPUT_FORMATS[output];
  const { sampleRate, channels } = format;
  const numberOfChannels = Math.min(channels, facts.maxChannels);
  const described = createMp4Chapters(chapters, write);
  const { codec, container, sampleFormat } = partsOf(output, (moov, at) =>
    described.onMoov(moov, at),
  );
  await host.prepare(codec, { sampleRate, numberOfChannels });
  // Negative times are encoder delay, which players skip.
  const delay = await host.delayOf(codec, { sampleRate, numberOfChannels });
  // The encoder's frames are written here, with encoder delay and padding.
  const mp3 = output === "mp3" && !pictures ? await createMp3File({ tags, write }) : null;
  const transform = {
    ...(numberOfChannels !== channels && { numberOfChannels }),
    ...(sampleFormat && { sampleFormat }),
  };
  const listener = facts.lossless ? null : (host.createListener?.() ?? null);
  const source = new AudioSampleSource({
    codec,
    onEncodedPacket(packet, meta) {
      listener?.push(packet, meta);
      mp3?.push(packet.data);
    },
    ...(facts.bitrate !== undefined && {
      quality: new Quality({ bitrate: (bitrate ?? facts.bitrate) * numberOfChannels }),
    }),
    ...(Object.keys(transform).length > 0 && { transform }),
  });
  const file = new Output({
    format: pictures?.container ?? container,
    target: mp3 ? new NullTarget() : streamTo(write),
  });
  if (pictures) pictures.addTracks(file, source);
  else file.addAudioTrack(source);
  const hasComments = (output === "flac" || output === "opus") && !pictures && chapters.length > 0;
  file.setMetadataTags({
    ...portableTags(tags),
    ...(hasComments && { raw: chapterComments(chapters) }),
  });
  await file.start();
  let frames = 0;
  return {
    async add(block) {
      const count = framesOf(block);
      if (count === 0) return;
      const data = new Float32Array(count * channels);
      for (const [at, plane] of block.entries()) data.set(plane, at * count);
      const sample = new AudioSample({
        data,
        format: "f32-planar",
        numberOfChannels: channels,
        sampleRate,
        timestamp: (frames - delay) / sampleRate,
      });
      frames += count;
      try {
        // Interleaved, so that the muxer buffers little.
        await pictures?.copyUntil(frames / sampleRate);
        await source.add(sample);
      } finally {
        sample.close();
      }
      await mp3?.flush();
      await listener?.ready();
    },
    async finish() {
      if (pictures) endSound(source, frames / sampleRate);
      await pictures?.copyUntil(Infinity);
      await file.finalize();
      await described.finish(frames / sampleRate);
      pictures?.close();
      await mp3?.finish(frames);
      return (await listener?.finish()) ?? null;
    },
    async abandon() {
      pictures?.close();
      await file.cancel();
    },
  };
}

interface Parts {
  readonly codec: PacketCodec;
  readonly container: Container;
  readonly sampleFormat?: "s16" | "s32";
}

function partsOf(
  output: OutputFormat,
  onMoov: (moov: Uint8Array, position: number) => void,
): Parts {
  switch (output) {
    case "flac":
      return { codec: "flac", container: new FlacOutputFormat(), sampleFormat: "s32" };
    case "mp3":
      return { codec: "mp3", container: new Mp3OutputFormat() };
    case "m4a":
      return { codec: "aac", container: new Mp4OutputFormat({ fastStart: false, onMoov }) };
    default:
      return { codec: "opus", container: new OggOutputFormat() };
  }
}
